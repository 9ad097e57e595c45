import { expect, test } from 'vitest';
import { viewOf } from '../../dev/fakeServer';
import type { ChairSeen, RoomSeen } from '../../protocol/socket';
import { lacksPlayers, wishes } from './offers';

const chair = (changes: Partial<ChairSeen> = {}) =>
  ({ chair: 0, bot: null, status: 'in', stack: 100, coming: 0, ...changes }) as ChairSeen;

function room(phase: string, automatic: boolean, chairs: ChairSeen[] = []): RoomSeen {
  const { room } = viewOf();
  return { ...room, phase, chairs, rules: { ...room.rules, automatic, least: 40 } };
}

test('one is asked to be ready where hands do not come by themselves, and only between them', () => {
  const asked = (phase: string, automatic: boolean) => wishes(room(phase, automatic), chair());
  expect(asked('waiting', false)).toEqual(['ready']);
  expect(asked('pause', false)).toEqual(['ready']);
  expect(asked('playing', false)).toEqual([]);
  expect(asked('pause', true)).toEqual([]);
  expect(asked('ended', false)).toEqual([]);
});

test('who sits out comes back, and who has no chips buys some', () => {
  const playing = room('playing', true);
  expect(wishes(playing, chair({ status: 'out' }))).toEqual(['come_back']);
  expect(wishes(playing, chair({ status: 'out', stack: 0 }))).toEqual(['buy']);
  expect(wishes(playing, chair({ status: 'out', stack: 0, coming: 50 }))).toEqual(['come_back']);
  expect(wishes(playing, chair({ status: 'out', stack: 3 }))).toEqual(['come_back', 'buy']);
  expect(wishes(room('pause', true), chair({ stack: 0 }))).toEqual(['buy']);
  expect(wishes(room('pause', true), chair({ stack: 3 }))).toEqual([]);
  expect(wishes(playing, chair({ status: 'leaving', stack: 0 }))).toEqual([]);
});

test('a room that waits for players is told from one that waits for the ready', () => {
  const two = [chair(), chair({ stack: 0, bot: 'regular' })];
  expect(lacksPlayers(room('waiting', false, two))).toBe(false);
  expect(lacksPlayers(room('waiting', false, [chair(), chair({ stack: 0 })]))).toBe(true);
  expect(lacksPlayers(room('waiting', false, [chair(), chair({ status: 'out' })]))).toBe(true);
  expect(lacksPlayers(room('waiting', true, two))).toBe(true);
  expect(lacksPlayers(room('pause', false, []))).toBe(false);
});
