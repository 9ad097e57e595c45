/** A table with real cards: the keys of its deck, what is typed, and what is told. */

import { say } from '../../lib/words';
import type { ChoiceView, FromClient, RealView, TableView } from '../../protocol/socket';
import { actionOption, actionOptions } from './actions';
import { HIDDEN, JOKER } from './cards';

const RANKS = 'AKQJT98765432';
const SUITS = 'shdc';

/** The seat of cards in the middle. */
export const MIDDLE = -1;

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

/** A player's name; of the middle, what it is called. */
export function seatName(table: TableView | null, seat: number): string {
  return seat === MIDDLE ? say('real.middle') : (table?.seats[seat]?.name ?? '');
}

/** The number of cards in somebody's hand that lie face down and count. */
export function hiddenCount(cards: readonly { card: string; dead?: boolean }[]): number {
  return cards.filter(({ card, dead }) => card === HIDDEN && !dead).length;
}

/** The cards of a row: beside open ones those that were thrown away unseen only take their room. */
export function shownCards<Lying extends { card: string; dead?: boolean }>(
  cards: readonly Lying[],
): readonly Lying[] {
  const isOpen = cards.some(({ card, dead }) => card !== HIDDEN && !dead);
  return isOpen ? cards.filter(({ card, dead }) => card !== HIDDEN || !dead) : cards;
}

/** What is due after a view, once more was told: `seats` are those of the cards among it, -1 the middle. */
export interface Ahead {
  needs: RealView['needs'];
  asked: number[];
  /** The seats whose hands are compared, while it is due which is the best. */
  compared: readonly number[];
  /** The deck's cards that are gone. */
  gone: RealView['gone'];
  seats: (number | null)[];
  /** Is all told that was due, so that only the room knows what comes next? */
  isUnknown: boolean;
}

/** What a view asks for, less what was told since. What comes after it only the room can say. */
export function ahead(real: RealView, told: readonly Entry[]): Ahead {
  let needs = [...real.needs];
  let asked = deciders(real);
  const isCompared = told.some(({ type }) => type === 'best' || type === 'misdeal');
  const compared = isCompared ? [] : (real.compared ?? []);
  const gone = { ...real.gone };
  const seats = told.map((entry) => {
    if (entry.type === 'choice') asked = asked.filter((seat) => seat !== entry.seat);
    if (entry.type === 'choice') return entry.seat;
    if (entry.type === 'muck') needs = needs.filter(({ seat }) => seat !== entry.seat);
    if (entry.type === 'muck') return entry.seat;
    if (entry.type === 'misdeal') [needs, asked] = [[], []];
    if (entry.type !== 'card') return null;
    gone[entry.card] = (gone[entry.card] ?? 0) + 1;
    const wanted = entry.seat ?? null;
    const place = needs.findIndex(({ seat }) => wanted === null || seat === wanted);
    const [need] = place < 0 ? [] : needs.splice(place, 1);
    return wanted ?? need?.seat ?? null;
  });
  const isOff = told.some(({ type }) => type === 'misdeal');
  const isDue = needs.length + asked.length + compared.length > 0;
  return { needs, asked, compared, gone, seats, isUnknown: told.length > 0 && !isOff && !isDue };
}

/** A choice in the words of its button: "Buy 2" for the action "buy 2". */
export function choiceLabel(menu: readonly ChoiceView[], action: string): string {
  const found = menu
    .flatMap((choice) => actionOptions(choice))
    .find((option) => option.action === action);
  if (found) return found.name;
  const choice = menu.find(({ kind }) => action.startsWith(kind.replaceAll('_', ' ')));
  if (!choice) return action;
  const values = action.slice(choice.kind.length).trim().split(' ').filter(Boolean);
  const name = actionOption(choice, choice.cards.length ? 0 : Number(values[0])).name;
  return choice.most ? `${name} (${values.length})` : name;
}
