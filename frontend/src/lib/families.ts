/** Games as the front page has them: those on one rule page stand together. */

import type { GameOffer } from '../protocol/http';

export interface Family {
  name: string;
  games: GameOffer[];
}

/**
 * The families: what nobody else deals first, what is traditional last. Within one, the game for
 * the most people comes first, and then what is quickest.
 */
export function familiesOf(offers: GameOffer[]): Family[] {
  const names = [...new Set(offers.map(({ family }) => family))];
  const families = names.map((name) => ({
    name,
    games: offers
      .filter((offer) => offer.family === name)
      .sort((one, other) => other.most - one.most || one.minutes - other.minutes),
  }));
  const rank = ({ games }: Family) => Number(games.every(({ author }) => author === 'traditional'));
  return families.sort((one, other) => rank(one) - rank(other) || shortest(one) - shortest(other));
}

/** What is quickest to try comes first. */
const shortest = ({ games }: Family): number =>
  Math.min(...games.map(({ minutes }) => minutes || 99));
