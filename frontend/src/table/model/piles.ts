/** The cards of a seat by where they lie: the hand it holds, and piles apart from it. */

import type { LaidCard } from '../../protocol/socket';
import { cardNames, HIDDEN } from './cards';

interface Pile {
  zone: string;
  cards: LaidCard[];
}

/** Zones of cards that a seat holds, face down to others or open. */
const HELD = ['hand', 'kept'];

/** The cards a seat holds, in the order of the view. */
export function heldCards(cards: readonly LaidCard[]): LaidCard[] {
  return cards.filter(({ zone }) => HELD.includes(zone));
}

/** The other cards by zone, in the order of the view. */
export function otherPiles(cards: readonly LaidCard[]): Pile[] {
  return pilesOf(cards.filter(({ zone }) => !HELD.includes(zone)));
}

/** Cards by zone: the piles of a seat, or the boards in the middle. */
export function pilesOf(cards: readonly LaidCard[]): Pile[] {
  const zones = [...new Set(cards.map(({ zone }) => zone))];
  return zones.map((zone) => ({ zone, cards: cards.filter((card) => card.zone === zone) }));
}

/** The names of the cards in the middle, one board after the other. */
export function boardNames(cards: readonly LaidCard[]): string {
  return pilesOf(cards)
    .map((board) => cardNames(board.cards.map(({ card }) => card)))
    .join('; ');
}

/** Flags, one a card: seen by the viewer alone, while others of the hand lie open. */
export function markSecret(cards: readonly LaidCard[]): boolean[] {
  const areOpen = cards.some(({ zone }) => zone !== 'hand');
  return cards.map(({ zone }) => areOpen && zone === 'hand');
}

/** The cards of a seat with those that its player has shown in the places of hidden ones. */
export function withShown(cards: readonly LaidCard[], shown: readonly string[]): LaidCard[] {
  const left = [...shown];
  return cards.map((laid) =>
    left.length && laid.card === HIDDEN && laid.zone === 'hand'
      ? { ...laid, card: left.shift()!, dead: false }
      : laid,
  );
}

/** Cards in rows of at most `longest`, all about as long. */
export function splitRows<T>(cards: readonly T[], longest: number): T[][] {
  const count = Math.ceil(cards.length / longest);
  const size = Math.ceil(cards.length / count);
  return Array.from({ length: count }, (_, n) => cards.slice(n * size, (n + 1) * size));
}

/**
 * For each card: is it one of the named ones? A name stands for one card; of several alike it is
 * the last.
 */
export function markNamed(cards: readonly LaidCard[], names: readonly string[]): boolean[] {
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
