import { expect, test } from 'vitest';
import { heldCards, markNamed, markSecret, otherPiles, splitRows } from './piles';

const lying = (card: string, zone: string) => ({ card, zone, dead: false });
const STOCK = [lying('??', 'hand'), lying('Kc', 'kept'), lying('9h', 'kept')];
const CARDS = [...STOCK, lying('2d', 'thrown'), lying('3d', 'active'), lying('4d', 'thrown')];

test('what is held lies together, everything else in piles of its own', () => {
  expect(heldCards(CARDS)).toEqual(STOCK);
  expect(otherPiles(CARDS)).toEqual([
    { zone: 'thrown', cards: [CARDS[3], CARDS[5]] },
    { zone: 'active', cards: [CARDS[4]] },
  ]);
  expect(otherPiles(STOCK)).toEqual([]);
});

test('a card is secret only beside open ones', () => {
  expect(markSecret(STOCK)).toEqual([true, false, false]);
  expect(markSecret([lying('Kc', 'hand'), lying('9h', 'hand')])).toEqual([false, false]);
});

test('of several cards alike a name stands for the last', () => {
  const pile = [lying('Kc', 'hand'), lying('Kc', 'kept'), lying('9h', 'kept')];
  expect(markNamed(pile, ['Kc'])).toEqual([false, true, false]);
  expect(markNamed(pile, ['Kc', 'Kc'])).toEqual([true, true, false]);
  expect(markNamed(pile, ['9h', '2d'])).toEqual([false, false, true]);
});

test.each([
  [0, []],
  [1, [1]],
  [8, [8]],
  [9, [5, 4]],
  [15, [8, 7]],
  [17, [6, 6, 5]],
])('%i cards lie in rows of %j', (count, lengths) => {
  const cards = Array.from({ length: count }, (_, n) => n);
  const found = splitRows(cards, 8);
  expect(found.map((row) => row.length)).toEqual(lengths);
  expect(found.flat()).toEqual(cards);
});
