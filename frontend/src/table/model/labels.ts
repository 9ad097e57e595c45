/** Labels for the facts and zones of a game; its own name for one that the catalogue lacks. */

import { hasWords, say } from '../../lib/words';
import type { Sentence } from '../../protocol/socket';

/** "31 left in the deck"; a value that is not a number comes in words, like a hand. */
export function factLabel(key: string, value: number | Sentence): string {
  const n = typeof value === 'number' ? value : value.text;
  if (hasWords(`at.fact.${key}`)) return say(`at.fact.${key}`, { n });
  return say('at.named', { name: withSpaces(key), n });
}

/** "thrown away": where cards lie. */
export function zoneLabel(name: string): string {
  return hasWords(`at.zone.${name}`) ? say(`at.zone.${name}`) : withSpaces(name);
}

function withSpaces(name: string): string {
  return name.replaceAll('_', ' ');
}
