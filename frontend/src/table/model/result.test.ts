import { expect, test } from 'vitest';
import type { HandEvent, TableView } from '../../protocol/socket';
import { potsWon } from './result';

const event = (kind: string, seat: number, amount: number, count = 0): HandEvent => ({
  kind,
  seat,
  card: null,
  count,
  amount,
});
const table = (events: HandEvent[], won: number[]): TableView =>
  ({ events, result: won.map((won, seat) => ({ seat, won, net: 0 })) }) as unknown as TableView;

test('pots are told from the main one on, each with those who share it', () => {
  const events = [
    event('won_side', 2, 9, 2),
    event('split', 0, 5),
    event('split', 1, 5),
    event('won_side', 1, 4, 1),
  ];
  expect(potsWon(table(events, [5, 9, 9]))).toEqual([
    {
      pot: 0,
      shares: [
        { seat: 0, amount: 5 },
        { seat: 1, amount: 5 },
      ],
    },
    { pot: 1, shares: [{ seat: 1, amount: 4 }] },
    { pot: 2, shares: [{ seat: 2, amount: 9 }] },
  ]);
});

test('one pot is told as what each winner takes in all', () => {
  expect(potsWon(table([event('won', 1, 7)], [0, 8]))).toEqual([
    { pot: 0, shares: [{ seat: 1, amount: 8 }] },
  ]);
  expect(potsWon(table([], [0, 0]))).toEqual([]);
});
