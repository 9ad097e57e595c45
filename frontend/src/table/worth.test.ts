import { expect, test } from 'vitest';
import advice from '../dev/advice.json';
import type { Advice } from '../protocol/socket';
import { known, rows } from './worth';

const told: Advice = { type: 'advice', id: 'a', hand: 1, decision: 0, ...advice };
const worth = (...choices: [string, number][]): Advice => ({
  ...told,
  choices: choices.map(([action, value]) => ({ action, value })),
});

test('a row says what is done, what it is worth, and how likely one gets clear', () => {
  const [fold, one, , , four] = rows(told);
  expect([fold!.name, fold!.value, fold!.clear]).toEqual(['Fold', '0', '']);
  expect([one!.name, one!.value, one!.clear]).toEqual(['Buy 1', '−0.62', '23% clear']);
  expect([four!.name, four!.clear]).toEqual(['Buy 4', '83% clear']);
  expect(rows(told).map(({ isBest }) => isBest)).toEqual([false, false, false, false, true]);
});

test('bars go from nothing, the longest all the way, losses the other way', () => {
  expect(rows(worth(['fold', 0], ['call', -2], ['check', 1])).map(({ bar }) => bar)).toEqual([
    0, -1, 0.5,
  ]);
  expect(rows(worth(['fold', 0], ['check', 0])).map(({ bar }) => bar)).toEqual([0, 0]);
});

test('kinds of two words, amounts and cards have names', () => {
  const named = rows(worth(['raise to 40', 1], ['discard Kc', 2], ['quickdraw 3', 0]));
  expect(named.map(({ name, card }) => [name, card])).toEqual([
    ['Raise to 40', undefined],
    ['Discard', 'Kc'],
    ['Quickdraw 3', undefined],
  ]);
});

test('large values have no digits that mean nothing', () => {
  expect(rows(worth(['fold', 0], ['call', -123.4]))[1]!.value).toBe('−123');
  expect(rows(worth(['fold', 0], ['call', 12.34]))[1]!.value).toBe('+12.3');
  expect(rows(worth(['fold', -0.001], ['call', 1]))[0]!.value).toBe('0');
});

const bets: Advice = {
  ...told,
  choices: [],
  escape: [],
  chances: [{ action: 'call', win: 0.689, tie: 0.009 }],
  price: { cost: 1, needs: 0.25 },
};

test('where people bet the rows are chances to win, and it is said why there is no value', () => {
  const [call, ...others] = rows(bets);
  expect([call!.name, call!.value, call!.bar, call!.clear]).toEqual([
    'Call',
    '69%',
    0.689,
    '1% ties',
  ]);
  expect(others).toEqual([]);
  expect(known(bets)).toMatch(
    /^Against random hands.* from 25% on\. How others answer a bet is not/,
  );
  const cards = { ...bets, price: null, chances: [chance('keep', 0.2), chance('discard Kc', 0.4)] };
  expect(rows(cards).map(({ isBest, clear }) => [isBest, clear])).toEqual([
    [false, ''],
    [true, ''],
  ]);
  expect(known(cards)).not.toContain('call');
  expect([rows({ ...bets, chances: [] }), known({ ...bets, chances: [], price: null })]).toEqual([
    [],
    expect.stringMatching(/^How others/),
  ]);
});

function chance(action: string, win: number) {
  return { action, win, tie: 0.001 };
}

test('it is said how the values are known', () => {
  expect(known(told)).toBe('Sampled, give or take 0.02 chips.');
  expect(known({ ...told, method: 'exact', error: 0 })).toMatch(/^Exact/);
  expect(known({ ...told, method: 'exact', error: 0.0004 })).toContain('0.0004');
  expect(known({ ...told, method: 'estimate', error: 0 })).toMatch(/^An estimate/);
});
