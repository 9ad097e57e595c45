import { expect, test } from 'vitest';
import { recordedView } from '../../dev/recorded';
import { playOrder, seatToBeat } from './playOrder';

test('the order of play goes from the lowest live hand to the highest', () => {
  const table = recordedView('ricochet-your-turn').hand!;
  const order = playOrder(table);
  expect(order.map((seat) => table.seats[seat]!.place)).toEqual(order.map((_, n) => n));
  expect(order).toHaveLength(table.seats.filter(({ status }) => status === 'live').length);
  expect(order[0]).toBe(table.to_act);
  expect(seatToBeat(table)).toBe(order[1]);
});

test('before the deal there is nobody to beat', () => {
  const table = recordedView('ricochet-your-turn').hand!;
  const seats = table.seats.map((seat) => ({ ...seat, cards: [], hand: null }));
  expect(playOrder({ ...table, seats })).toEqual([]);
  expect(seatToBeat({ ...table, seats })).toBeNull();
});

test('a game without an order of play has nobody to beat', () => {
  const table = recordedView('nine-discard').hand!;
  expect(playOrder(table)).toEqual([]);
  expect(seatToBeat(table)).toBeNull();
});
