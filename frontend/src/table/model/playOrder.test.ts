import { expect, test } from 'vitest';
import { recordedView } from '../../dev/recorded';
import { ladder, toBeat } from './playOrder';

test('the ladder goes from the lowest live hand to the highest', () => {
  const table = recordedView('ricochet-your-turn').hand!;
  const rungs = ladder(table);
  expect(rungs.map((seat) => table.seats[seat]!.place)).toEqual(rungs.map((_, n) => n));
  expect(rungs).toHaveLength(table.seats.filter(({ status }) => status === 'live').length);
  expect(rungs[0]).toBe(table.to_act);
  expect(toBeat(table)).toBe(rungs[1]);
});

test('before the deal there is nobody to beat', () => {
  const table = recordedView('ricochet-your-turn').hand!;
  const seats = table.seats.map((seat) => ({ ...seat, cards: [], hand: null }));
  expect(ladder({ ...table, seats })).toEqual([]);
  expect(toBeat({ ...table, seats })).toBeNull();
});

test('a game without an order of play has no ladder and nobody to beat', () => {
  const table = recordedView('nine-discard').hand!;
  expect(ladder(table)).toEqual([]);
  expect(toBeat(table)).toBeNull();
});
