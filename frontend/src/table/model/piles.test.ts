import { expect, test } from 'vitest';
import { apart, held, meant, rows, secret } from './piles';

const lying = (card: string, zone: string) => ({ card, zone, dead: false });
const STOCK = [lying('??', 'hand'), lying('Kc', 'kept'), lying('9h', 'kept')];
const CARDS = [...STOCK, lying('2d', 'thrown'), lying('3d', 'active'), lying('4d', 'thrown')];

test('what is held lies together, everything else in piles of its own', () => {
  expect(held(CARDS)).toEqual(STOCK);
  expect(apart(CARDS)).toEqual([
    { zone: 'thrown', cards: [CARDS[3], CARDS[5]] },
    { zone: 'active', cards: [CARDS[4]] },
  ]);
  expect(apart(STOCK)).toEqual([]);
});

test('a card is a secret only beside open ones', () => {
  expect(secret(STOCK)).toEqual([true, false, false]);
  expect(secret([lying('Kc', 'hand'), lying('9h', 'hand')])).toEqual([false, false]);
});

test('of cards alike one is meant, the last', () => {
  const pile = [lying('Kc', 'hand'), lying('Kc', 'kept'), lying('9h', 'kept')];
  expect(meant(pile, ['Kc'])).toEqual([false, true, false]);
  expect(meant(pile, ['Kc', 'Kc'])).toEqual([true, true, false]);
  expect(meant(pile, ['9h', '2d'])).toEqual([false, false, true]);
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
  const found = rows(cards, 8);
  expect(found.map((row) => row.length)).toEqual(lengths);
  expect(found.flat()).toEqual(cards);
});
