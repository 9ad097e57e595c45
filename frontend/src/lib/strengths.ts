/** The strength of bots, in words. */

import type { GameOffer } from '../protocol/http';
import { hasWords, join, say } from './words';

/** The words for a strength; one from elsewhere is called by its name. */
export function strengthText(strength: string): string {
  return hasWords(`strength.${strength}`) ? say(`strength.${strength}`) : strength;
}

/** Caveats about the experts of some games among a number of players; empty if there are none. */
export function nearestText(games: readonly GameOffer[], players: number): string {
  return games
    .filter(({ learned_for }) => learned_for?.length && !learned_for.includes(players))
    .map(({ title, learned_for }) =>
      say('new.nearest', { title, players: join(learned_for!.map(String), 'or') }),
    )
    .join(' ');
}
