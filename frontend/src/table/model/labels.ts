/** Words for what a game has named; where the catalogue has none, the name itself. */

import { has, say } from '../../lib/words';
import type { Said } from '../../protocol/socket';

/** "31 left in the deck"; what is no number comes in words, like a hand. */
export function fact(key: string, value: number | Said): string {
  const n = typeof value === 'number' ? value : value.text;
  if (has(`at.fact.${key}`)) return say(`at.fact.${key}`, { n });
  return say('at.named', { name: plain(key), n });
}

/** "thrown away": where cards lie. */
export function zone(name: string): string {
  return has(`at.zone.${name}`) ? say(`at.zone.${name}`) : plain(name);
}

function plain(name: string): string {
  return name.replaceAll('_', ' ');
}
