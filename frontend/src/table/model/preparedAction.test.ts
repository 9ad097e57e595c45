import { expect, test } from 'vitest';
import { recordedView } from '../../dev/recorded';
import type { ChoiceView, TableView } from '../../protocol/socket';
import { expectedButtons, isStillValid, legalAction, preparables, prepare } from './preparedAction';

const choice = (kind: string, changes: Partial<ChoiceView> = {}): ChoiceView => ({
  kind,
  lowest: 0,
  highest: 0,
  counted: false,
  cost: 0,
  each: 0,
  cards: [],
  key: kind[0]!,
  text: { key: 'k', values: {}, text: kind },
  ...changes,
});
const RAISE = choice('raise_to', { lowest: 4, highest: 90, counted: true });
const SMALL = choice('buy', { lowest: 1, highest: 3, counted: true });

function waiting(...ahead: ChoiceView[]): TableView {
  const table = structuredClone(recordedView('nine-other-turn').hand!);
  for (const seat of table.seats) Object.assign(seat, { bet: 0, marks: [] });
  return { ...table, ahead };
}

function withBet(amount: number): TableView {
  const table = waiting();
  const other = table.seats.findIndex((_, seat) => seat !== table.seat);
  table.seats[other]!.bet = amount;
  return table;
}

const kinds = (table: TableView) => preparables(table).map(({ kind }) => kind);

test('what the turn would offer now can be prepared, at its price and in the place of its button', () => {
  const table = waiting(choice('fold'), choice('call', { cost: 4 }), RAISE);
  expect(preparables(table)).toEqual([
    { kind: 'fold', place: 0, cost: 0 },
    { kind: 'call', place: 1, cost: 4 },
  ]);
  expect(expectedButtons(table)).toBe(3);
  expect(kinds(waiting(choice('fold'), choice('check'), RAISE))).toEqual(['fold', 'check']);
  const discards = waiting(choice('keep'), choice('discard', { cards: ['As', 'Kd'] }));
  expect(preparables(discards)).toEqual([{ kind: 'keep', place: 0, cost: 0 }]);
  expect(expectedButtons(discards)).toBe(2);
});

test('nothing can be prepared that the turn would not offer', () => {
  expect(preparables(waiting())).toEqual([]);
  expect(preparables(recordedView('nine-other-turn').hand!)).toEqual([]);
  expect(expectedButtons(waiting())).toBe(1);
});

test('a fold is no choice by itself', () => {
  expect(preparables(waiting(choice('fold'), SMALL))).toEqual([]);
  expect(expectedButtons(waiting(choice('fold'), SMALL))).toBe(4);
});

test('a free check is dropped when somebody bets, and a call when it grows dearer', () => {
  expect(isStillValid(prepare(withBet(0), 'check'), withBet(4))).toBe(false);
  expect(isStillValid(prepare(withBet(4), 'call'), withBet(4))).toBe(true);
  expect(isStillValid(prepare(withBet(4), 'call'), withBet(8))).toBe(false);
  expect(isStillValid(prepare(withBet(0), 'fold'), withBet(4))).toBe(true);
});

test('a prepared action lapses with the hand', () => {
  const next = withBet(0);
  next.hand += 1;
  expect(isStillValid(prepare(withBet(0), 'fold'), next)).toBe(false);
});

test('a new card ends everything prepared, a changed fact all but a fold', () => {
  const [later, drawn, own] = [withBet(0), withBet(0), withBet(0)];
  later.board.push({ card: 'As', zone: 'board', dead: false });
  own.seats[own.seat!]!.cards.push({ card: 'As', zone: 'hand', dead: false });
  drawn.facts.cards_left = 3;
  for (const kind of ['fold', 'check', 'call', 'keep'] as const) {
    expect(isStillValid(prepare(withBet(0), kind), later)).toBe(false);
    expect(isStillValid(prepare(withBet(0), kind), own)).toBe(false);
    expect(isStillValid(prepare(withBet(0), kind), drawn)).toBe(kind === 'fold');
  }
});

test('only what was prepared is done, and only where the menu has it', () => {
  const menu = (...offered: string[]) => offered.map((kind) => choice(kind));
  const check = prepare(withBet(0), 'check');
  expect(legalAction(check, menu('fold', 'check', 'bet'))).toBe('check');
  expect(legalAction(check, menu('keep', 'discard'))).toBeNull();
  expect(legalAction(prepare(withBet(0), 'keep'), menu('keep', 'discard'))).toBe('keep');
  expect(legalAction(prepare(withBet(0), 'fold'), menu('keep', 'discard'))).toBeNull();
});
