import { expect, test } from 'vitest';
import { recordedView } from '../../dev/recorded';
import type { ChoiceView, TableView } from '../../protocol/socket';
import { isStillValid, legalAction, preparableKinds, prepare } from './preparedAction';

const waiting = (): TableView => structuredClone(recordedView('nine-other-turn').hand!);
const menu = (...kinds: string[]) => kinds.map((kind) => ({ kind }) as ChoiceView);
const known = new Set(['fold', 'check', 'call', 'raise_to']);

function withBet(amount: number): TableView {
  const table = waiting();
  for (const seat of table.seats) Object.assign(seat, { bet: 0, marks: [] });
  const other = table.seats.findIndex((_, seat) => seat !== table.seat);
  table.seats[other]!.bet = amount;
  return table;
}

test('a fold can be prepared while others act; a check only where there is nothing to call', () => {
  expect(preparableKinds(withBet(0), known)).toEqual(['fold', 'check']);
  expect(preparableKinds(withBet(4), known)).toEqual(['fold']);
  expect(preparableKinds(withBet(0), new Set(['fold']))).toEqual(['fold']);
});

test('nothing can be prepared in turn, out of the hand or all-in', () => {
  const mine = withBet(0);
  mine.to_act = mine.seat;
  const out = withBet(0);
  out.seats[out.seat!]!.status = 'folded';
  const allIn = withBet(0);
  allIn.seats[allIn.seat!]!.marks.push('all_in');
  expect([mine, out, allIn].flatMap((table) => preparableKinds(table, known))).toEqual([]);
});

test('a free check is dropped when somebody bets, a fold is not', () => {
  expect(isStillValid(prepare(withBet(0), 'check'), withBet(4))).toBe(false);
  expect(isStillValid(prepare(withBet(0), 'fold'), withBet(4))).toBe(true);
});

test('a prepared action lapses with the hand', () => {
  const next = withBet(0);
  next.hand += 1;
  expect(isStillValid(prepare(withBet(0), 'fold'), next)).toBe(false);
});

test('a new card on the board ends everything prepared, a changed fact all but a fold', () => {
  const [later, drawn] = [withBet(0), withBet(0)];
  later.board.push({ card: 'As', zone: 'board', dead: false });
  drawn.facts.cards_left = 3;
  for (const kind of ['fold', 'check', 'keep'] as const) {
    expect(isStillValid(prepare(withBet(0), kind), later)).toBe(false);
    expect(isStillValid(prepare(withBet(0), kind), drawn)).toBe(kind === 'fold');
  }
});

test('only what was prepared is done, and only where the menu has it', () => {
  const check = prepare(withBet(0), 'check');
  expect(legalAction(check, menu('fold', 'check', 'bet'))).toBe('check');
  expect(legalAction(check, menu('keep', 'discard'))).toBeNull();
  expect(legalAction(prepare(withBet(0), 'keep'), menu('keep', 'discard'))).toBe('keep');
  expect(legalAction(prepare(withBet(0), 'fold'), menu('keep', 'discard'))).toBeNull();
});
