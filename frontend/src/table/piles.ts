/** The cards of a seat by where they lie: the hand, and any piles apart from it. */

import type { CardSeen } from '../protocol/socket';

export interface Pile {
  zone: string;
  cards: CardSeen[];
}

/** The hand first, then the others in the order in which they were named. */
export function piles(cards: readonly CardSeen[]): Pile[] {
  const zones = [...new Set(['hand', ...cards.map(({ zone }) => zone)])];
  const all = zones.map((zone) => ({ zone, cards: cards.filter((card) => card.zone === zone) }));
  return all.filter((pile, n) => n === 0 || pile.cards.length);
}
