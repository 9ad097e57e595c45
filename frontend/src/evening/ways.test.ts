import { expect, test } from 'vitest';
import type { AccountView, EveningView } from '../protocol/http';
import { chartOf, signed } from './ways';

const account = (name: string, rest: Partial<AccountView> = {}): AccountView => ({
  name,
  guest: name,
  bought: 100,
  paid_out: 0,
  stack: 100,
  net: 0,
  ...rest,
});

const evening = (lines: number[][], rest: Partial<EveningView> = {}): EveningView => ({
  table: 't',
  name: 'Friday',
  host: 'Ana',
  is_ended: true,
  began: 1,
  last: 2,
  hands: 2,
  games: [],
  ledger: { accounts: lines.map((_, n) => account('ABC'[n]!)), transfers: [] },
  hands_of: lines.map(() => 2),
  won_of: lines.map(() => 1),
  chart: lines[0]!.map((_, n) => n),
  lines,
  highlights: [],
  next: null,
  ...rest,
});

test('lines go from the left to the right, and the highest end is named first', () => {
  const { ways, zero } = chartOf(
    evening([
      [0, 10, -10],
      [0, -10, 10],
    ]),
  );
  expect(ways.map(({ account, net }) => [account.name, net])).toEqual([
    ['B', 10],
    ['A', -10],
  ]);
  expect(ways[1]!.points).toBe('0,0.5 0.5,0 1,1');
  expect(zero).toBe(0.5);
});

test('who was not dealt in has no line, and the bank has one', () => {
  const view = evening(
    [
      [0, 5],
      [0, 0],
      [0, -5],
    ],
    { hands_of: [1, 0, 0] },
  );
  view.ledger.accounts[2] = account('Bank', { is_bank: true });
  expect(chartOf(view).ways.map(({ account }) => account.name)).toEqual(['A', 'Bank']);
});

test('an evening without a hand has a chart too', () => {
  const { ways, zero } = chartOf(evening([[0]], { hands_of: [0] }));
  expect(ways).toEqual([]);
  expect(zero).toBe(1);
});

test('a net has its sign', () => {
  expect([5, 0, -3].map(signed)).toEqual(['+5', '0', '\u22123']);
});
