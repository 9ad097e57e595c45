/** The games of the front page by family: the games on one rule page. */

import type { GameOffer } from '../protocol/http';

export interface Family {
  name: string;
  games: GameOffer[];
}

/**
 * The families: games that many know come last, and of either kind what is quickest to try first.
 * Within a family the game for the most players comes first, then what is quickest.
 */
export function groupFamilies(offers: GameOffer[]): Family[] {
  const names = [...new Set(offers.map(({ family }) => family))];
  const families = names.map((name) => ({
    name,
    games: offers
      .filter((offer) => offer.family === name)
      .sort((one, other) => other.most - one.most || one.minutes - other.minutes),
  }));
  const rank = ({ games }: Family) => Number(games.every(({ behind }) => behind));
  return families.sort((one, other) => rank(one) - rank(other) || minutes(one) - minutes(other));
}

/** The shortest time that a hand takes; long where it is not known. */
const minutes = ({ games }: Family): number =>
  Math.min(...games.map(({ minutes }) => minutes || 99));
