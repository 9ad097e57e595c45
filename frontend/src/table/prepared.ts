/** Acting in advance: what one means to do when one's turn comes, and when it no longer holds. */

import type { ChoiceSeen, TableSeen } from '../protocol/socket';

/** `fold`: give the hand up; `free`: whatever costs nothing and gives nothing up. */
export type Plan = 'fold' | 'free';

export interface Prepared {
  plan: Plan;
  hand: number;
  /** What it would have cost to stay in when one made up one's mind. */
  price: number;
}

/** What costs nothing and gives nothing up. */
const FREE = ['check', 'keep'];

/** What can be prepared: nothing in one's turn or without a hand. */
export function plans(table: TableSeen, known: ReadonlySet<string>): Plan[] {
  const me = table.seat === null ? undefined : table.seats[table.seat];
  const waits = me?.status === 'live' && table.to_act !== null && table.to_act !== table.seat;
  if (!waits || me.marks.includes('all_in')) return [];
  const isFree = FREE.some((kind) => known.has(kind)) && price(table) === 0;
  return [
    ...(known.has('fold') ? (['fold'] as const) : []),
    ...(isFree ? (['free'] as const) : []),
  ];
}

export function prepare(table: TableSeen, plan: Plan): Prepared {
  return { plan, hand: table.hand, price: price(table) };
}

/** Is it still the choice that one had in mind? Who folds folds at any price. */
export function holds({ plan, hand, price: then }: Prepared, table: TableSeen): boolean {
  return table.hand === hand && (plan === 'fold' || price(table) <= then);
}

/** The action, in action text; null where the menu has none of the kind. */
export function action({ plan }: Prepared, menu: ChoiceSeen[]): string | null {
  const kinds = menu.map((choice) => choice.kind);
  if (plan === 'fold') return kinds.includes('fold') ? 'fold' : null;
  return FREE.find((kind) => kinds.includes(kind)) ?? null;
}

/** What lies in front of somebody beyond one's own. */
function price(table: TableSeen): number {
  const mine = table.seat === null ? 0 : (table.seats[table.seat]?.bet ?? 0);
  return table.seats.reduce((most, seat) => Math.max(most, seat.bet), 0) - mine;
}
