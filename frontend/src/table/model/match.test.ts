import { expect, test } from 'vitest';
import { emptyView } from '../../dev/fakeServer';
import type { ChairView, RoomView } from '../../protocol/socket';
import { isOut, matchText } from './match';
import { lacksPlayers, offersFor } from './offers';

type Match = NonNullable<RoomView['match']>;
type Limits = NonNullable<RoomView['rules']['match']>;

const chair = (changes: Partial<ChairView> = {}) =>
  ({
    chair: 0,
    guest: 'a',
    bot: null,
    status: 'in',
    stack: 100,
    pending_chips: 0,
    ...changes,
  }) as ChairView;

function room(phase: string, course: Partial<Match> = {}, limits: Partial<Limits> = {}): RoomView {
  const { room } = emptyView();
  const match: Match = {
    began: 0,
    hands: 6,
    until: null,
    times: 2,
    next_times: 3,
    next_hands: 4,
    next_at: null,
    places: [],
    rebuys: [],
    ...course,
  };
  const chairs = [chair(), chair({ chair: 1, guest: 'b' })];
  const rules = { ...room.rules, match: { hands: 20, level_hands: 5, ...limits } };
  return { ...room, phase, chairs, match, rules };
}

test('the clock of a match counts its hands, its time and its prices', () => {
  expect(matchText(room('playing'), 0)).toBe('Hand 7 of 20 · ×2, ×3 in 4 hands');
  expect(matchText(room('pause'), 0)).toContain('Hand 6 of 20');
  const timed = { hands: 0, level_hands: 0 };
  expect(matchText(room('playing', { until: 90_000 }, timed), 20_000)).toBe('2 min left');
  expect(matchText(room('playing', { until: 90_000 }, timed), 90_000)).toBe('Last hand');
  expect(matchText(room('ended', { until: 90_000 }, timed), 95_000)).toBe('');
  const levels = { next_hands: null, next_at: 120_000 };
  expect(matchText(room('pause', levels, { level_hands: 0, level_minutes: 2 }), 0)).toContain(
    '×3 in 2 min',
  );
  expect(matchText(room('pause', { next_times: null }), 0)).toMatch(/×2$/);
  expect(matchText(room('playing', { times: 1, next_times: 2 }), 0)).toBe(
    'Hand 7 of 20 · ×2 in 4 hands',
  );
  expect(matchText(room('ended', { times: 1, next_times: null }, { hands: 0 }), 0)).toBe('');
  expect(matchText({ ...room('pause'), match: null }, 0)).toBe('');
});

test('a match begins when all are ready, whatever its other hands do', () => {
  const waiting = room('waiting', { began: null });
  expect(offersFor(waiting, chair())).toEqual(['ready']);
  expect(lacksPlayers(waiting)).toBe(false);
  expect(lacksPlayers({ ...waiting, chairs: [chair()] })).toBe(true);
  expect(offersFor(room('pause'), chair())).toEqual([]);
});

test('chips are offered to those alone whom the match lets buy, and nothing to who is out', () => {
  const broke = chair({ stack: 0 });
  expect(offersFor(room('pause'), broke)).toEqual([]);
  expect(offersFor(room('pause', { rebuys: [0] }), broke)).toEqual(['buy']);
  const places = [{ place: 3, name: 'Ana', guest: 'a', bot: null, chips: 0, hand: 4 }];
  expect(offersFor(room('pause', { places }), chair({ status: 'out', stack: 2 }))).toEqual([]);
});

test('of two bots one is out', () => {
  const place = { place: 3, guest: null, bot: 'regular', chips: 0 };
  const places = [
    { ...place, name: 'Theo', hand: 4 },
    { ...place, name: 'Kim', hand: null },
  ];
  const out = ['Theo', 'Kim'].map((name) =>
    isOut(room('pause', { places }), { guest: null, name }),
  );
  expect(out).toEqual([true, false]);
});
