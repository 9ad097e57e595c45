import { expect, test } from 'vitest';
import type { ChatLine, RoomView } from '../../protocol/socket';
import { canNudge, isNudge } from './nudge';

const person = (chair: number) => ({ chair, guest: `g${chair}`, bot: null });
const clock = { kind: 'turn', chair: 1, began: 1000, time_bank_from: 31_000, until: 91_000 };
const room = {
  clock,
  muted: [] as string[],
  chairs: [person(0), person(1), { chair: 2, guest: null, bot: 'regular' }],
};
const nudge = (at: number): ChatLine => ({
  number: 1,
  at,
  guest: 'g0',
  name: 'Ana',
  text: null,
  reaction: 'nudge',
});

function at(changes: Partial<typeof room>, chat: ChatLine[] = [], chair: number | null = 0) {
  const view = { ...room, ...changes } as unknown as RoomView;
  return { room: view, chat, me: { guest: `g${chair}`, chair } };
}

test('another person can be nudged after a while, and again after as long', () => {
  expect(canNudge(at({}), 10_999)).toBe(false);
  expect(canNudge(at({}), 11_000)).toBe(true);
  expect(canNudge(at({}, [nudge(11_000)]), 20_999)).toBe(false);
  expect(canNudge(at({}, [nudge(11_000)]), 21_000)).toBe(true);
});

test('nobody nudges themselves or a bot, and no muted guest nudges', () => {
  expect(canNudge(at({}, [], 1), 60_000)).toBe(false);
  expect(canNudge(at({ clock: { ...clock, chair: 2 } }), 60_000)).toBe(false);
  expect(canNudge(at({ muted: ['g0'] }), 60_000)).toBe(false);
});

test('a nudge is felt by others than its sender, and only when it comes', () => {
  expect(isNudge(nudge(1000), 'g1', 2000)).toBe(true);
  expect(isNudge(nudge(1000), 'g0', 2000)).toBe(false);
  expect(isNudge(nudge(1000), 'g1', 60_000)).toBe(false);
});
