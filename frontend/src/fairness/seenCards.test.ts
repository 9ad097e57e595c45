import { expect, test } from 'vitest';
import { recordedView } from '../dev/recorded';
import type { TableView } from '../protocol/socket';
import { SeenCards } from './seenCards';

const { room, hand } = recordedView('ricochet-other-turn');
const dealt = [0, 1].map((seat) => ({ kind: 'dealt', seat, card: '??', count: 0, amount: 0 }));

/** What was seen of a hand in which so many were asked at once, and three decisions were made. */
function seen(asked: number[]): SeenCards {
  const cards = new SeenCards();
  const deal: TableView = { ...hand!, decision: 0, asked, events: dealt, result: [] };
  cards.note(deal, room);
  cards.note({ ...deal, decision: 3, asked: [], events: [] }, room);
  return cards;
}

const places = (n: number): [string, number][] => Array.from({ length: n }, (_, k) => ['deck', k]);

test('the view after decisions at the same time leaves no gap', () => {
  expect(seen([0, 1, 2]).areAt(places(2), [])).toBe(true);
  expect(seen([0, 1, 2]).areAt(places(3), [])).toBe(false);
});

test('views that are missing leave one', () => {
  expect(seen([]).areAt(places(3), [])).toBe(true);
  expect(seen([0, 1]).areAt(places(3), [])).toBe(true);
});

test('a card that is kept from the hand before was dealt in no deck', () => {
  const shown = [{ kind: 'shown', seat: 1, card: 'As', count: 0, amount: 0 }];
  const cards = (kept: NonNullable<TableView['kept']> | null) => {
    const found = new SeenCards();
    found.note({ ...hand!, decision: 0, asked: [], events: shown, result: [], kept }, room);
    return found;
  };
  expect(cards({ legs: [1, 0], held: ['', 'As'] }).areOpened([], [])).toBe(true);
  expect(cards({ legs: [1, 0], open: 'As' }).areOpened([], [])).toBe(true);
  expect(cards({ held: ['', 'Ks'] }).areOpened([], [])).toBe(false);
  expect(cards(null).areOpened([], [])).toBe(false);
});
