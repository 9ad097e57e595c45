/** A table with real cards: the keys of its deck, what is typed, and what is told. */

import type { ChoiceView, FromClient, RealView } from '../../protocol/socket';
import { HIDDEN, JOKER } from './cards';

const RANKS = 'AKQJT98765432';
const SUITS = 'shdc';

/** Something that is told of the hand. */
export type Entry = Extract<FromClient, { type: 'tell' }>['entry'];

/** The key of a card: how many of it the deck has that do not lie open. */
interface CardKey {
  card: string;
  left: number;
}

/** The keys of a suit, from the ace down. */
interface SuitKeys {
  suit: string;
  cards: CardKey[];
}

/** The deck by suits; jokers are one of their own. */
export function suitKeys(deck: RealView['deck'], gone: RealView['gone']): SuitKeys[] {
  const keyOf = (card: string): CardKey => ({ card, left: deck[card]! - (gone[card] ?? 0) });
  const suits = [...SUITS].map((suit) => ({
    suit,
    cards: [...RANKS].map((rank) => rank + suit),
  }));
  return [...suits, { suit: JOKER, cards: [JOKER] }]
    .map(({ suit, cards }) => ({
      suit,
      cards: cards.filter((card) => card in deck).map(keyOf),
    }))
    .filter(({ cards }) => cards.length);
}

/** What was typed so far of a card, after another key: `9`, then `9h`; empty for other keys. */
export function typed(before: string, key: string): string {
  if (key.length !== 1) return before;
  const suit = key.toLowerCase();
  if (before && SUITS.includes(suit)) return before + suit;
  const rank = key === '0' ? 'T' : key.toUpperCase();
  if (rank === 'X') return JOKER;
  return RANKS.includes(rank) ? rank : '';
}

/** The action that picks cards among those of a choice, by their places. */
export function pickedAction(choice: ChoiceView, places: readonly number[]): string {
  const cards = [...places].sort((a, b) => a - b).map((place) => choice.cards[place]!);
  return [choice.kind.replaceAll('_', ' '), ...cards].join(' ');
}

/** How many cards a choice takes: the fewest and the most. */
export function pickBounds(choice: ChoiceView): [number, number] {
  return choice.most ? [choice.least ?? 0, choice.most] : [1, 1];
}

/** The seats whose choices are due: one, or several that decide at the same time. */
export function deciders({ actor, asked }: RealView): number[] {
  if (asked.length) return asked;
  return actor === null ? [] : [actor];
}

/** The number of cards in somebody's hand that lie face down and count. */
export function hiddenCount(cards: readonly { card: string; dead?: boolean }[]): number {
  return cards.filter(({ card, dead }) => card === HIDDEN && !dead).length;
}
