/** A table's deals as this browser keeps them: in its storage, or else while the page lives. */

import type { DealMemory, Remembered } from '../fairness/checker';
import { randomHex } from './ids';

const PREFIX = 'sidepot.deals.';
/** Bytes of the secret. */
const SECRET_SIZE = 32;

export function dealMemory(table: string): DealMemory {
  const key = PREFIX + table;
  let latest: Remembered = { master: randomHex(SECRET_SIZE), last: null };
  const memory: DealMemory = {
    read() {
      latest = stored(key) ?? latest;
      return latest;
    },
    write(remembered) {
      latest = remembered;
      try {
        localStorage.setItem(key, JSON.stringify(remembered));
      } catch {
        // Without storage it lasts as long as the page.
      }
    },
  };
  if (!stored(key)) memory.write(latest);
  return memory;
}

function stored(key: string): Remembered | null {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? 'null') as Remembered | null;
    return found && /^[0-9a-f]{64}$/.test(found.master) ? found : null;
  } catch {
    return null;
  }
}
