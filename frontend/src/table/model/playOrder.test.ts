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

test('while bought cards come, what they have to beat is marked, and after them nothing', () => {
  const table = recordedView('ricochet-your-turn').hand!;
  const [lowest, next] = playOrder(table) as [number, number];
  const event = { card: null, count: 0, amount: 0 };
  const during = (...events: { kind: string; seat: number }[]) =>
    seatToBeat({ ...table, to_act: null, events: events.map((one) => ({ ...event, ...one })) });
  expect(during({ kind: 'to_beat', seat: next }, { kind: 'dealt', seat: lowest })).toBe(next);
  expect(during({ kind: 'dealt', seat: lowest })).toBe(next);
  expect(during({ kind: 'dealt', seat: next })).toBeNull();
  expect(during({ kind: 'folded', seat: lowest })).toBeNull();
});
