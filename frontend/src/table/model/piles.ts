/** The cards of a seat by where they lie: those that it holds, and any piles apart from them. */

import type { CardSeen } from '../../protocol/socket';

export interface Pile {
  zone: string;
  cards: CardSeen[];
}

/** Where cards lie that a seat holds, whether it keeps them to itself or they lie open. */
const HELD = ['hand', 'kept'];

/** What a seat holds, in the order in which it was named. */
export function held(cards: readonly CardSeen[]): CardSeen[] {
  return cards.filter(({ zone }) => HELD.includes(zone));
}

/** The other piles, in the order in which they were named. */
export function apart(cards: readonly CardSeen[]): Pile[] {
  const others = cards.filter(({ zone }) => !HELD.includes(zone));
  const zones = [...new Set(others.map(({ zone }) => zone))];
  return zones.map((zone) => ({ zone, cards: others.filter((card) => card.zone === zone) }));
}

/** Which cards are one's secret among others that lie open. */
export function secret(cards: readonly CardSeen[]): boolean[] {
  const areOpen = cards.some(({ zone }) => zone !== 'hand');
  return cards.map(({ zone }) => areOpen && zone === 'hand');
}

/** Cards in rows of at most so many, all about as long. */
export function rows<T>(cards: readonly T[], most: number): T[][] {
  const count = Math.ceil(cards.length / most);
  const size = Math.ceil(cards.length / count);
  return Array.from({ length: count }, (_, n) => cards.slice(n * size, (n + 1) * size));
}

/**
 * Which of some cards are the named ones, each name standing for one card: there may be several
 * alike, and then it is the last.
 */
export function meant(cards: readonly CardSeen[], names: readonly string[]): boolean[] {
  const left = [...names];
  return cards
    .toReversed()
    .map(({ card }) => {
      const at = left.indexOf(card);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    })
    .toReversed();
}
