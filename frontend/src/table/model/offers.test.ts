import { expect, test } from 'vitest';
import { emptyView } from '../../dev/fakeServer';
import type { ChairView, RoomView } from '../../protocol/socket';
import { lacksPlayers, offersFor } from './offers';

const chair = (changes: Partial<ChairView> = {}) =>
  ({ chair: 0, bot: null, status: 'in', stack: 100, pending_chips: 0, ...changes }) as ChairView;

function room(phase: string, automatic: boolean, chairs: ChairView[] = []): RoomView {
  const { room } = emptyView();
  return { ...room, phase, chairs, rules: { ...room.rules, automatic, least: 40 } };
}

test('players are asked to be ready between hands that are not dealt automatically', () => {
  const offered = (phase: string, automatic: boolean) => offersFor(room(phase, automatic), chair());
  expect(offered('waiting', false)).toEqual(['ready']);
  expect(offered('pause', false)).toEqual(['ready']);
  expect(offered('playing', false)).toEqual([]);
  expect(offered('pause', true)).toEqual([]);
  expect(offered('ended', false)).toEqual([]);
});

test('who sits out can come back, and who is out of chips can buy some', () => {
  const playing = room('playing', true);
  expect(offersFor(playing, chair({ status: 'out' }))).toEqual(['come_back']);
  expect(offersFor(playing, chair({ status: 'out', stack: 0 }))).toEqual(['buy']);
  expect(offersFor(playing, chair({ status: 'out', stack: 0, pending_chips: 50 }))).toEqual([
    'come_back',
  ]);
  expect(offersFor(playing, chair({ status: 'out', stack: 3 }))).toEqual(['come_back', 'buy']);
  expect(offersFor(room('pause', true), chair({ stack: 0 }))).toEqual(['buy']);
  expect(offersFor(room('pause', true), chair({ stack: 3 }))).toEqual([]);
  expect(offersFor(playing, chair({ status: 'leaving', stack: 0 }))).toEqual([]);
});

test('waiting for players differs from waiting for players to be ready', () => {
  const two = [chair(), chair({ stack: 0, bot: 'regular' })];
  expect(lacksPlayers(room('waiting', false, two))).toBe(false);
  expect(lacksPlayers(room('waiting', false, [chair(), chair({ stack: 0 })]))).toBe(true);
  expect(lacksPlayers(room('waiting', false, [chair(), chair({ status: 'out' })]))).toBe(true);
  expect(lacksPlayers(room('waiting', true, two))).toBe(true);
  expect(lacksPlayers(room('pause', false, []))).toBe(false);
});
