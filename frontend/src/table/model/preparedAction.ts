/** Acting in advance: what one means to do when one's turn comes, and when it no longer holds. */

import type { ChoiceSeen, TableSeen } from '../../protocol/socket';

/** Kinds of actions: to give the hand up, or what costs nothing and gives nothing up. */
export type Plan = 'fold' | (typeof FREE)[number];

export interface Prepared {
  plan: Plan;
  hand: number;
  /** What lay on the board when one made up one's mind, and the numbers of the game then. */
  board: string;
  facts: string;
  /** What it would have cost to stay in. */
  price: number;
}

/** What costs nothing and gives nothing up. */
const FREE = ['check', 'keep'] as const;

/** What can be prepared: nothing in one's turn or without a hand. */
export function plans(table: TableSeen, known: ReadonlySet<string>): Plan[] {
  const me = table.seat === null ? undefined : table.seats[table.seat];
  const waits = me?.status === 'live' && table.to_act !== null && table.to_act !== table.seat;
  if (!waits || me.marks.includes('all_in')) return [];
  const possible = price(table) === 0 ? (['fold', ...FREE] as const) : (['fold'] as const);
  return possible.filter((kind) => known.has(kind));
}

export function prepare(table: TableSeen, plan: Plan): Prepared {
  return { plan, ...round(table), price: price(table) };
}

/**
 * Is it still the choice that one had in mind? Nothing outlives a new card on the board; who folds
 * folds at any price, and in games where every action changes a number.
 */
export function holds(prepared: Prepared, table: TableSeen): boolean {
  const { hand, board, facts } = round(table);
  if (prepared.hand !== hand || prepared.board !== board) return false;
  return prepared.plan === 'fold' || (prepared.facts === facts && price(table) <= prepared.price);
}

/** The action, in action text; null where the menu has it not. */
export function action({ plan }: Prepared, menu: ChoiceSeen[]): string | null {
  return menu.some(({ kind }) => kind === plan) ? plan : null;
}

/** The part of a hand in which one decides on the same grounds. */
function round({ hand, board, facts }: TableSeen): Pick<Prepared, 'hand' | 'board' | 'facts'> {
  return { hand, board: board.map(({ card }) => card).join(), facts: JSON.stringify(facts) };
}

/** What lies in front of somebody beyond one's own. */
function price(table: TableSeen): number {
  const mine = table.seat === null ? 0 : (table.seats[table.seat]?.bet ?? 0);
  return table.seats.reduce((most, seat) => Math.max(most, seat.bet), 0) - mine;
}
