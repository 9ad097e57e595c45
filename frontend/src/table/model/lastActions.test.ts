import { expect, test } from 'vitest';
import { after } from './lastActions';

const event = (kind: string, seat: number, count = 0, amount = 0) => ({
  kind,
  seat,
  card: null,
  count,
  amount,
});

test('the last deed of everybody is known, and the rest is no deed', () => {
  const bets = [event('opened', 0, 0, 4), event('dealt', 1, 1), event('called', 1, 0, 4)];
  const deeds = after({}, bets);
  expect(deeds).toEqual({
    0: { kind: 'opened', amount: 4, count: 0 },
    1: { kind: 'called', amount: 4, count: 0 },
  });
  expect(after(deeds, [event('dealt', 0, 1)])).toBe(deeds);
});

test('cards that are collected one by one are counted, in every round anew', () => {
  const round = [event('match', -1, 1), event('collected', 2, 1), event('collected', 2, 1)];
  const deeds = after({ 1: { kind: 'called', amount: 4, count: 0 } }, round);
  expect(deeds).toEqual({ 2: { kind: 'collected', amount: 0, count: 2 } });
  expect(after(deeds, [...round, event('missed', 1)])).toEqual({
    ...deeds,
    1: { kind: 'missed', amount: 0, count: 0 },
  });
});
