import { expect, test } from 'vitest';
import { updateLastActions } from './lastActions';

const event = (kind: string, seat: number, count = 0, amount = 0) => ({
  kind,
  seat,
  card: null,
  count,
  amount,
});

test('the last action of every player is kept, and other events are none', () => {
  const bets = [event('opened', 0, 0, 4), event('dealt', 1, 1), event('called', 1, 0, 4)];
  const actions = updateLastActions({}, bets);
  expect(actions).toEqual({
    0: { kind: 'opened', amount: 4, count: 0 },
    1: { kind: 'called', amount: 4, count: 0 },
  });
  expect(updateLastActions(actions, [event('dealt', 0, 1)])).toBe(actions);
});

test('cards that are collected one by one are counted, in every round anew', () => {
  const round = [event('match', -1, 1), event('collected', 2, 1), event('collected', 2, 1)];
  const actions = updateLastActions({ 1: { kind: 'called', amount: 4, count: 0 } }, round);
  expect(actions).toEqual({ 2: { kind: 'collected', amount: 0, count: 2 } });
  expect(updateLastActions(actions, [...round, event('missed', 1)])).toEqual({
    ...actions,
    1: { kind: 'missed', amount: 0, count: 0 },
  });
});

test('a seat keeps what the game calls an action: a raise that completes', () => {
  const completed = {
    ...event('raised', 1),
    amount: 4,
    said: 'completed',
    label: { key: 'did.completed', values: {}, text: 'completes' },
  };
  expect(updateLastActions({}, [completed])).toEqual({
    1: { kind: 'raised', amount: 4, count: 0, label: 'completes' },
  });
});
