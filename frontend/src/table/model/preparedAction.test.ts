import { expect, test } from 'vitest';
import { recordedView } from '../../dev/recorded';
import type { ChoiceSeen, TableSeen } from '../../protocol/socket';
import { action, holds, plans, prepare } from './preparedAction';

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
  expect(plans(withBet(0), known)).toEqual(['fold', 'check']);
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
  expect(holds(prepare(withBet(0), 'check'), withBet(4))).toBe(false);
  expect(holds(prepare(withBet(0), 'fold'), withBet(4))).toBe(true);
});

test('nothing is kept for the next hand', () => {
  const next = withBet(0);
  next.hand += 1;
  expect(holds(prepare(withBet(0), 'fold'), next)).toBe(false);
});

test('a new card on the board ends every plan, another number of the game what is free', () => {
  const [later, drawn] = [withBet(0), withBet(0)];
  later.board.push({ card: 'As', zone: 'board', dead: false });
  drawn.facts.cards_left = 3;
  for (const plan of ['fold', 'check', 'keep'] as const) {
    expect(holds(prepare(withBet(0), plan), later)).toBe(false);
    expect(holds(prepare(withBet(0), plan), drawn)).toBe(plan === 'fold');
  }
});

test('only what was meant is done, and only where the menu has it', () => {
  const check = prepare(withBet(0), 'check');
  expect(action(check, menu('fold', 'check', 'bet'))).toBe('check');
  expect(action(check, menu('keep', 'discard'))).toBeNull();
  expect(action(prepare(withBet(0), 'keep'), menu('keep', 'discard'))).toBe('keep');
  expect(action(prepare(withBet(0), 'fold'), menu('keep', 'discard'))).toBeNull();
});
