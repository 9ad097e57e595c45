import { expect, test } from 'vitest';
import type { ChoiceView, RealView } from '../../protocol/socket';
import {
  ahead,
  deciders,
  hiddenCount,
  pickedAction,
  shownCards,
  suitKeys,
  typed,
} from './realCards';

const DECK = { As: 1, Ah: 1, Ad: 1, Ac: 1, Ks: 1, Kh: 1, Xx: 2 };

test('the deck is shown by suits, with what is left of each card', () => {
  const keys = suitKeys(DECK, { Ah: 1, Xx: 1 });
  const shown = keys.map(({ suit, cards }) => [
    suit,
    cards.map(({ card, left }) => `${card} ${left}`).join(),
  ]);
  expect(shown).toEqual([
    ['s', 'As 1,Ks 1'],
    ['h', 'Ah 0,Kh 1'],
    ['d', 'Ad 1'],
    ['c', 'Ac 1'],
    ['Xx', 'Xx 1'],
  ]);
});

test.each([
  ['9h', '9h'],
  ['tD', 'Td'],
  ['0s', 'Ts'],
  ['9kc', 'Kc'],
  ['9!', ''],
  ['dd', ''],
  ['x', 'Xx'],
])('typed: %s is %s', (keys, card) => {
  expect([...keys].reduce(typed, '')).toBe(card);
});

test('cards are picked by their places, in their order', () => {
  const choice = { kind: 'exchange', cards: ['??', 'Kc', '??'] } as unknown as ChoiceView;
  expect(pickedAction(choice, [2, 1])).toBe('exchange Kc ??');
});

test('several decide at the same time, or one, or nobody', () => {
  const real = (actor: number | null, asked: number[]) => ({ actor, asked }) as RealView;
  expect([real(1, []), real(1, [1, 2]), real(null, [])].map(deciders)).toEqual([[1], [1, 2], []]);
});

test('a discard that lies face down is no card of the hand', () => {
  const cards = [{ card: '??' }, { card: '??', dead: true }, { card: '9h' }];
  expect(hiddenCount(cards)).toBe(1);
});

test('unseen discards lie beside a hand until it is shown', () => {
  const thrown = { card: '??', dead: true };
  expect(shownCards([{ card: '??' }, thrown])).toHaveLength(2);
  expect(shownCards([{ card: '9h' }, { card: '??' }, thrown])).toEqual([
    { card: '9h' },
    { card: '??' },
  ]);
});

const three = (over: Partial<RealView> = {}) =>
  ({
    needs: [0, 1, 2].map((seat) => ({ seat, kind: 'dealt' })),
    actor: null,
    asked: [],
    gone: { '2h': 1 },
    ...over,
  }) as unknown as RealView;

test('what is told without the room is taken from what was due', () => {
  const left = ahead(three(), [
    { type: 'card', card: '9h' },
    { type: 'card', card: '4c', seat: 2 },
  ]);
  expect(left.needs.map(({ seat }) => seat)).toEqual([1]);
  expect([left.seats, left.gone, left.isUnknown]).toEqual([
    [0, 2],
    { '2h': 1, '9h': 1, '4c': 1 },
    false,
  ]);
});

test('after all that was due only the room knows what comes next', () => {
  const turn = three({ needs: [], actor: 1 });
  expect(ahead(turn, []).isUnknown).toBe(false);
  expect(ahead(turn, [{ type: 'choice', seat: 1, action: 'fold' }]).isUnknown).toBe(true);
  expect(ahead(turn, [{ type: 'misdeal' }])).toMatchObject({ asked: [], isUnknown: false });
});

test('each of those who decide at the same time is asked once', () => {
  const all = three({ needs: [], asked: [0, 1, 2] });
  expect(ahead(all, [{ type: 'choice', seat: 1, action: 'in' }]).asked).toEqual([0, 2]);
});
