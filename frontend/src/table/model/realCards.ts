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

/** The keys of a rank. */
export interface RankKey {
  rank: string;
  cards: CardKey[];
  left: number;
}

/** The deck by rank and suit; a joker is a rank of its own. */
export function rankKeys(deck: RealView['deck'], gone: RealView['gone']): RankKey[] {
  const keyOf = (card: string): CardKey => ({ card, left: deck[card]! - (gone[card] ?? 0) });
  const ranks = [...RANKS].map((rank) => ({
    rank,
    cards: [...SUITS].map((suit) => rank + suit).filter((card) => card in deck),
  }));
  return [...ranks, { rank: JOKER, cards: [JOKER].filter((card) => card in deck) }]
    .filter(({ cards }) => cards.length)
    .map(({ rank, cards }) => {
      const keys = cards.map(keyOf);
      return { rank, cards: keys, left: keys.reduce((sum, { left }) => sum + left, 0) };
    });
}

/** The only card of a rank that is left, so that one tap tells it. */
export function onlyCard({ cards }: RankKey): string | null {
  const left = cards.filter(({ left }) => left > 0);
  return left.length === 1 ? left[0]!.card : null;
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
