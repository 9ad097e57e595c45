/**
 * What was read or replayed in this browser, for where there is no network: rule pages and finished
 * hands. Tables with real cards are kept by lib/keptTable.ts, and no others. It lies in the browser's storage, and goes when the guest logs out.
 */

import { forgetTables } from './keptTable';

const CACHE = 'sidepot-saved';
/** Answers that are kept; the oldest goes first. */
const MOST = 60;

/** The answer of a request; where nobody answers, the one of the last time. A refusal is one. */
export async function saved<T>(key: string, request: () => Promise<T>): Promise<T> {
  let answer: T;
  try {
    answer = await request();
  } catch (error) {
    const isUnreachable = !!(error as { isUnreachable?: boolean }).isUnreachable;
    const found = isUnreachable ? await read<T>(key) : undefined;
    if (found === undefined) throw error;
    return found;
  }
  await keep(key, answer);
  return answer;
}

/** Drop everything, tables with real cards too. */
export async function forgetSaved(): Promise<void> {
  forgetTables();
  await cache((all) => all.delete(CACHE));
}

async function read<T>(key: string): Promise<T | undefined> {
  const found = await cache((all) => all.match(addressOf(key), { cacheName: CACHE }));
  return found ? ((await found.json()) as T) : undefined;
}

async function keep(key: string, answer: unknown): Promise<void> {
  await cache(async (all) => {
    const kept = await all.open(CACHE);
    const address = addressOf(key);
    await kept.delete(address);
    await kept.put(address, new Response(JSON.stringify(answer)));
    const addresses = await kept.keys();
    await Promise.all(addresses.slice(0, -MOST).map((old) => kept.delete(old)));
  });
}

/** A cache is read by addresses; this one leads nowhere. */
function addressOf(key: string): string {
  return `/saved/${encodeURIComponent(key)}`;
}

/** Run something with the browser's caches, which untrusted origins do not have. */
async function cache<T>(run: (all: CacheStorage) => Promise<T>): Promise<T | undefined> {
  if (!('caches' in globalThis)) return undefined;
  try {
    return await run(caches);
  } catch {
    return undefined; // the storage is full, or not allowed
  }
}
