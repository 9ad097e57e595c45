/**
 * A table with real cards as this browser keeps it while the room is out of reach: the hand as it was
 * last shown to everybody, and what was told since. It goes when the guest logs out.
 */

import type { View } from '../protocol/socket';
import type { Identity } from './session.svelte';

const PREFIX = 'sidepot.real.';
const LAST = `${PREFIX}last`;

interface LastTable {
  view: View;
  me: Identity;
}

/** Keep what a table with real cards shows: it is the same for all who sit there. */
export function keepTable(view: View, me: Identity): void {
  writeStored(LAST, { view, me } satisfies LastTable);
}

/** What a table with real cards showed last in this browser, null for others. */
export function keptTable(table: string): LastTable | null {
  const found = readStored<LastTable>(LAST);
  return found?.view?.table === table ? found : null;
}

/** Where the tellings of a table are kept. */
export function toldKey(table: string): string {
  return `${PREFIX}told.${table}`;
}

export function readStored<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** Store a value, or nothing (null). Can it be read again after a reload? */
export function writeStored(key: string, value: unknown): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Drop everything. */
export function forgetTables(): void {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    for (const key of keys) localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing.
  }
}
