import { expect, test } from 'vitest';
import type { GameOffer } from '../protocol/http';
import { familiesOf } from './families';
import { emptyForm, mostChairs, wantedBy } from './newTable';

const option = (name: string, own: number | string) => ({
  name,
  help: '',
  default: own,
  lowest: 1,
  highest: 9,
  values: null,
});
const offer = (name: string, most: number, changes: Partial<GameOffer> = {}): GameOffer => ({
  name,
  title: name,
  family: name,
  version: name,
  idea: '',
  minutes: 2,
  has_picture: false,
  author: 'somebody',
  least: 2,
  most,
  options: [option('ante', 1), option('price', 1)],
  bots: ['regular'],
  ...changes,
});
const offers = [offer('a', 6), offer('b', 8)];

test('one game is played as it is, several by the choice of the dealer', () => {
  const one = wantedBy(offers, { ...emptyForm(), games: { a: {} } });
  expect(one.games).toEqual([{ name: 'a', options: {} }]);
  expect(one.dealers_choice).toBe(false);
  expect(one.chairs).toBe(6);
  const two = wantedBy(offers, { ...emptyForm(), games: { a: {}, b: {} } });
  expect(two.dealers_choice).toBe(true);
  expect(two.chairs).toBe(8);
});

test('only options that differ are sent', () => {
  const form = { ...emptyForm(), games: { a: { ante: 1, price: 3 } } };
  expect(wantedBy(offers, form).games).toEqual([{ name: 'a', options: { price: 3 } }]);
});

test('bots have the last chairs, and leave one', () => {
  const form = { ...emptyForm(), games: { a: {} }, chairs: 4, bots: 9 };
  expect(wantedBy(offers, form).bots!.map(({ chair }) => chair)).toEqual([3, 2, 1]);
});

test('stakes that nobody has named are left to the room', () => {
  const wanted = wantedBy(offers, { ...emptyForm(), games: { a: {} }, least: 50 });
  expect(wanted.least).toBe(50);
  expect('most' in wanted).toBe(false);
});

test('a table without a game has two chairs', () => {
  expect(mostChairs(offers, emptyForm())).toBe(2);
});

test('games of one family stand together, the traditional ones last', () => {
  const families = familiesOf([
    offer('holdem', 10, { author: 'traditional', minutes: 1 }),
    offer('noon-1', 9, { family: 'noon', minutes: 3 }),
    offer('bounce-1', 6, { family: 'bounce' }),
    offer('bounce-2', 8, { family: 'bounce' }),
  ]);
  expect(families.map(({ name }) => name)).toEqual(['bounce', 'noon', 'holdem']);
  expect(families[0]!.games.map(({ name }) => name)).toEqual(['bounce-2', 'bounce-1']);
});
