import { expect, test } from 'vitest';
import { recordedView } from '../dev/recorded';
import type { RoomView, View } from '../protocol/socket';
import { freeChair, maxBuyIn } from './chairs';

const playing = recordedView('ricochet-your-turn');
const own = playing.room.chairs.find(({ chair }) => chair === playing.chair)!;
const now = playing.hand!.seats[own.seat!]!.stack;

function changed(changes: { most: number; pending_chips?: number }, hand = playing.hand): View {
  const { room } = playing;
  const chairs = room.chairs.map((one) =>
    one.chair === own.chair ? { ...one, pending_chips: changes.pending_chips ?? 0 } : one,
  );
  return { ...playing, hand, room: { ...room, chairs, rules: { ...room.rules, ...changes } } };
}

test('in a hand the chips paid into it can be bought again', () => {
  expect(now).not.toBe(own.stack);
  expect(maxBuyIn(changed({ most: 500 }))).toBe(500 - now);
  expect(maxBuyIn(changed({ most: 500, pending_chips: 7 }))).toBe(500 - now - 7);
  expect(maxBuyIn(changed({ most: now - 1 }))).toBe(0);
});

test('between hands the stack of the chair counts, with what was bought since', () => {
  const result = [{ seat: 0, net: 1, won: 1 }] as unknown as NonNullable<View['hand']>['result'];
  expect(maxBuyIn(changed({ most: 500 }, { ...playing.hand!, result }))).toBe(500 - own.stack);
  expect(maxBuyIn(changed({ most: 500 }, null))).toBe(500 - own.stack);
});

test('without a chair nothing can be bought', () => {
  expect(maxBuyIn({ ...playing, chair: null })).toBe(0);
});

test('in a match that has begun only those who may buy in again can buy', () => {
  const { room } = playing;
  const at = (began: number | null, rebuys: number[]): View =>
    ({ ...playing, room: { ...room, match: { began, rebuys } } }) as unknown as View;
  expect(maxBuyIn(at(1, []))).toBe(0);
  expect(maxBuyIn(at(1, [own.chair]))).toBe(room.rules.most);
  expect(maxBuyIn(at(null, []))).toBe(maxBuyIn(playing));
});

test('the wanted chair is free until somebody sits on it', () => {
  const room = (...taken: number[]) =>
    ({ rules: { chairs: 3 }, chairs: taken.map((chair) => ({ chair })) }) as unknown as RoomView;
  expect(freeChair(room(), 1)).toBe(1);
  expect(freeChair(room(1), 1)).toBe(0);
  expect(freeChair(room(0), 0)).toBe(1);
  expect(freeChair(room(0, 1, 2), 1)).toBeUndefined();
  expect(freeChair({ ...room(1), is_full: true })).toBeUndefined();
});
