/** Words for what a game has named; where the catalogue has none, the name itself. */

import { has, say } from '../lib/words';

/** "31 left in the deck" */
export function fact(key: string, n: number): string {
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
