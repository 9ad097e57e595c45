import { expect, test } from 'vitest';
import type { GameOffer } from '../protocol/http';
import { emptyForm, maxChairs, newTableRequest } from './newTable';

const option = (name: string, value: number | string) => ({
  name,
  help: '',
  default: value,
  lowest: 1,
  highest: 9,
  values: null,
});
const offer = (name: string, most: number): GameOffer => ({
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
});
const offers = [offer('a', 6), offer('b', 8)];

test('one game is played as it is, several as dealer’s choice', () => {
  const one = newTableRequest(offers, { ...emptyForm(), games: { a: {} } });
  expect(one.games).toEqual([{ name: 'a', options: {} }]);
  expect(one.dealers_choice).toBe(false);
  expect(one.chairs).toBe(6);
  const two = newTableRequest(offers, { ...emptyForm(), games: { a: {}, b: {} } });
  expect(two.dealers_choice).toBe(true);
  expect(two.chairs).toBe(8);
});

test('only options that differ are sent', () => {
  const form = { ...emptyForm(), games: { a: { ante: 1, price: 3 } } };
  expect(newTableRequest(offers, form).games).toEqual([{ name: 'a', options: { price: 3 } }]);
});

test('bots get the last chairs, and leave one free', () => {
  const form = { ...emptyForm(), games: { a: {} }, chairs: 4, bots: 9 };
  expect(newTableRequest(offers, form).bots!.map(({ chair }) => chair)).toEqual([3, 2, 1]);
});

test('a buy-in left empty is left to the server', () => {
  const wanted = newTableRequest(offers, { ...emptyForm(), games: { a: {} }, least: 50 });
  expect(wanted.least).toBe(50);
  expect('most' in wanted).toBe(false);
});

test('a table without a game has two chairs', () => {
  expect(maxChairs(offers, emptyForm())).toBe(2);
});

test('a match has an end, a stack, and prices that grow as asked', () => {
  const usual = emptyForm();
  const match = { ...usual.match, isOn: true, stack: 90 };
  const form = { ...usual, games: { a: {} }, least: 5, match };
  const wanted = newTableRequest(offers, form);
  expect([wanted.least, wanted.most]).toEqual([90, 90]);
  expect(wanted.match).toEqual({ minutes: 60, rebuys: 0, level_minutes: 10 });
  const other = { ...match, ends: 'hands', length: 9, grows: 'no', rebuys: true } as const;
  const short = newTableRequest(offers, { ...form, match: other });
  expect(short.match).toEqual({ hands: 9, rebuys: 1 });
  expect(newTableRequest(offers, { ...form, match: usual.match }).match).toBeUndefined();
});
