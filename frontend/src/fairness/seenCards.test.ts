import { expect, test } from 'vitest';
import { recordedView } from '../dev/recorded';
import type { TableView } from '../protocol/socket';
import { SeenCards } from './seenCards';

const { room, hand } = recordedView('ricochet-other-turn');
const dealt = [0, 1].map((seat) => ({ kind: 'dealt', seat, card: '??', count: 0, amount: 0 }));

/** The cards seen in a hand in which so many decided at once, three times. */
function seen(asked: number[]): SeenCards {
  const cards = new SeenCards();
  const deal: TableView = { ...hand!, decision: 0, asked, events: dealt, result: [] };
  cards.note(deal, room);
  cards.note({ ...deal, decision: 3, asked: [], events: [] }, room);
  return cards;
}

const places = (n: number): [string, number][] => Array.from({ length: n }, (_, k) => ['deck', k]);

test('the view after decisions at the same time leaves no gap', () => {
  expect(seen([0, 1, 2]).isInOrder(places(2), [])).toBe(true);
  expect(seen([0, 1, 2]).isInOrder(places(3), [])).toBe(false);
});

test('views that are missing leave one', () => {
  expect(seen([]).isInOrder(places(3), [])).toBe(true);
  expect(seen([0, 1]).isInOrder(places(3), [])).toBe(true);
});

test('a card that is kept from the hand before was dealt in no deck', () => {
  const shown = [{ kind: 'shown', seat: 1, card: 'As', count: 0, amount: 0 }];
  const cards = (kept: NonNullable<TableView['kept']> | null) => {
    const found = new SeenCards();
    const told = {
      decision: 0,
      asked: [],
      events: shown,
      result: [],
      seats: [
        { ...hand!.seats[0]!, cards: [] },
        { ...hand!.seats[1]!, cards: [] },
      ],
      board: [],
    };
    found.note({ ...hand!, ...told, kept }, room);
    return found;
  };
  expect(cards({ legs: [1, 0], held: ['', 'As'] }).missing([])).toEqual([]);
  expect(cards({ legs: [1, 0], open: 'As' }).missing([])).toEqual([]);
  expect(cards({ held: ['', 'Ks'] }).missing([])).toEqual(['As']);
  expect(cards(null).missing([])).toEqual(['As']);
});

/** A hand in which seat 0 gets two cards, passes one, gets another back, and all are shown. */
function passed(viewer: 0 | 1): SeenCards {
  const cards = new SeenCards();
  const event = (kind: string, seat: number, card: string) => ({
    ...{ kind, seat, count: 0, amount: 0 },
    card: kind === 'shown' || seat === viewer ? card : '??',
  });
  const nothing = { seats: hand!.seats.slice(0, 2).map((s) => ({ ...s, cards: [] })), board: [] };
  const verbs = [
    [event('dealt', 0, '2c'), event('dealt', 0, '3c'), event('dealt', 1, '4c')],
    [
      ...[event('passed', 0, '2c'), event('passed', 1, '4c')],
      ...[event('received', 1, '2c'), event('received', 0, '4c')],
      ...[event('shown', 0, '3c'), event('shown', 0, '4c'), event('shown', 1, '2c')],
    ],
  ];
  verbs.forEach((events, decision) => {
    const result = decision ? hand!.result : [];
    cards.note({ ...hand!, ...nothing, decision, asked: [], events, result, kept: null }, room);
  });
  return cards;
}

test.each([0, 1] as const)('a card that was passed may be shown anywhere', (viewer) => {
  const all = ['2c', '3c', '4c'];
  const opened = all.map((card, place) => ({ stream: 'deck', place, card })) as never;
  expect(passed(viewer).missing(all)).toEqual([]);
  expect(passed(viewer).missing(all.slice(1))).toEqual(['2c']);
  expect(passed(viewer).lieWhereDealt(places(3), opened)).toBe(true);
});
