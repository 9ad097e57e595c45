import { expect, test } from 'vitest';
import { recordedView } from '../dev/recorded';
import type { ChoiceSeen, TableSeen } from '../protocol/socket';
import { action, holds, plans, prepare } from './prepared';

const waiting = (): TableSeen => structuredClone(recordedView('nine-other-turn').hand!);
const menu = (...kinds: string[]) => kinds.map((kind) => ({ kind }) as ChoiceSeen);
const known = new Set(['fold', 'check', 'call', 'raise_to']);

function withBet(amount: number): TableSeen {
  const table = waiting();
  for (const seat of table.seats) Object.assign(seat, { bet: 0, marks: [] });
  const other = table.seats.findIndex((_, seat) => seat !== table.seat);
  table.seats[other]!.bet = amount;
  return table;
}

test('a fold can be prepared while others act; what is free only where nothing is to be paid', () => {
  expect(plans(withBet(0), known)).toEqual(['fold', 'free']);
  expect(plans(withBet(4), known)).toEqual(['fold']);
  expect(plans(withBet(0), new Set(['fold']))).toEqual(['fold']);
});

test('nothing is prepared in one’s turn, out of the hand or all-in', () => {
  const mine = withBet(0);
  mine.to_act = mine.seat;
  const out = withBet(0);
  out.seats[out.seat!]!.status = 'folded';
  const allIn = withBet(0);
  allIn.seats[allIn.seat!]!.marks.push('all_in');
  expect([mine, out, allIn].flatMap((table) => plans(table, known))).toEqual([]);
});

test('a free check is dropped when somebody bets, a fold is not', () => {
  expect(holds(prepare(withBet(0), 'free'), withBet(4))).toBe(false);
  expect(holds(prepare(withBet(0), 'fold'), withBet(4))).toBe(true);
});

test('nothing is kept for the next hand', () => {
  const next = withBet(0);
  next.hand += 1;
  expect(holds(prepare(withBet(0), 'fold'), next)).toBe(false);
});

test('what is done is on the menu and never costs', () => {
  const free = prepare(withBet(0), 'free');
  expect(action(free, menu('fold', 'keep', 'discard'))).toBe('keep');
  expect(action(free, menu('fold', 'call'))).toBeNull();
  expect(action(prepare(withBet(0), 'fold'), menu('keep', 'discard'))).toBeNull();
});
