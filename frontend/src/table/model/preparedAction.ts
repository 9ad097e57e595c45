/** Actions prepared before the player's turn: the possible ones, and their expiry. */

import type { ChoiceView, TableView } from '../../protocol/socket';

/** Kinds of actions that can be prepared. */
export type PreparableKind = 'fold' | (typeof FREE)[number];

export interface PreparedAction {
  kind: PreparableKind;
  hand: number;
  /** The board and the facts of the game when it was prepared. */
  board: string;
  facts: string;
  /** The chips it would have cost to stay in. */
  price: number;
}

/** Kinds that cost nothing and give nothing up. */
const FREE = ['check', 'keep'] as const;

/** Preparable actions of the game's kinds: none in turn, out of the hand or while all decide. */
export function preparableKinds(table: TableView, known: ReadonlySet<string>): PreparableKind[] {
  const me = table.seat === null ? undefined : table.seats[table.seat];
  const isWaiting = me?.status === 'live' && table.to_act !== null && table.to_act !== table.seat;
  if (table.asked?.length) return [];
  if (!isWaiting || me.marks.includes('all_in')) return [];
  const kinds = priceToStay(table) === 0 ? (['fold', ...FREE] as const) : (['fold'] as const);
  return kinds.filter((kind) => known.has(kind));
}

export function prepare(table: TableView, kind: PreparableKind): PreparedAction {
  return { kind, ...roundOf(table), price: priceToStay(table) };
}

/**
 * Is it still the decision the player had in mind? A new card on the board ends everything. A fold
 * is a fold at any price, also in games where every action changes a fact.
 */
export function isStillValid(prepared: PreparedAction, table: TableView): boolean {
  const { hand, board, facts } = roundOf(table);
  if (prepared.hand !== hand || prepared.board !== board) return false;
  if (prepared.kind === 'fold') return true;
  return prepared.facts === facts && priceToStay(table) <= prepared.price;
}

/** The prepared action as the server reads it; null where the menu does not have it. */
export function legalAction({ kind }: PreparedAction, menu: ChoiceView[]): string | null {
  return menu.some((choice) => choice.kind === kind) ? kind : null;
}

type Round = Pick<PreparedAction, 'hand' | 'board' | 'facts'>;

/** A key of the part of a hand within which the grounds of a decision stay the same. */
function roundOf({ hand, board, facts }: TableView): Round {
  return { hand, board: board.map(({ card }) => card).join(), facts: JSON.stringify(facts) };
}

/** By how much the highest bet exceeds the viewer's. */
function priceToStay(table: TableView): number {
  const own = table.seat === null ? 0 : (table.seats[table.seat]?.bet ?? 0);
  return table.seats.reduce((most, seat) => Math.max(most, seat.bet), 0) - own;
}
