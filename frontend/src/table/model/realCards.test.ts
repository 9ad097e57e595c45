import { expect, test } from 'vitest';
import type { ChoiceView, RealView } from '../../protocol/socket';
import { deciders, hiddenCount, pickedAction, suitKeys, typed } from './realCards';

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
