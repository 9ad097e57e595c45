import { expect, test } from 'vitest';
import type { ChoiceView, RealView } from '../../protocol/socket';
import { deciders, hiddenCount, onlyCard, pickedAction, rankKeys, typed } from './realCards';

const DECK = { As: 1, Ah: 1, Ad: 1, Ac: 1, Ks: 1, Kh: 1, Xx: 2 };

test('the deck is shown by rank, with what is left of each card', () => {
  const keys = rankKeys(DECK, { Ah: 1, Xx: 1 });
  expect(keys.map(({ rank, left }) => [rank, left])).toEqual([
    ['A', 3],
    ['K', 2],
    ['Xx', 1],
  ]);
  expect(keys[0]!.cards.map(({ card, left }) => `${card} ${left}`)).toEqual([
    'As 1',
    'Ah 0',
    'Ad 1',
    'Ac 1',
  ]);
});

test('a rank of which one card is left needs one tap', () => {
  const [ace, king, joker] = rankKeys(DECK, { Ks: 1 });
  expect([onlyCard(ace!), onlyCard(king!), onlyCard(joker!)]).toEqual([null, 'Kh', 'Xx']);
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
