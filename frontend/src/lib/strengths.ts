/** How well bots play, in words. */

import type { GameOffer } from '../protocol/http';
import { hasWords, join, say } from './words';

/** The words for a strength; one from elsewhere is called by its name. */
export function strengthText(strength: string): string {
  return hasWords(`strength.${strength}`) ? say(`strength.${strength}`) : strength;
}

/** What to know of the experts of some games among a number of players; empty if they know it all. */
export function nearestText(games: readonly GameOffer[], players: number): string {
  return games
    .filter(({ learned_for }) => learned_for?.length && !learned_for.includes(players))
    .map(({ title, learned_for }) =>
      say('new.nearest', { title, players: join(learned_for!.map(String), 'or') }),
    )
    .join(' ');
}
