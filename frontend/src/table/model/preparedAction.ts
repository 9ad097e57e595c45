/** Actions prepared before the player's turn: those that the view says could come, and their expiry. */

import type { ChoiceView, TableView } from '../../protocol/socket';
import { actionOptions, needsBetControl } from './actions';

/** Kinds that can be prepared. */
const KINDS = ['fold', 'check', 'call', 'keep'] as const;
export type PreparableKind = (typeof KINDS)[number];

/** An action that can be prepared, and the place of its button among those of the turn. */
export interface Preparable {
  kind: PreparableKind;
  place: number;
  cost: number;
}

export interface PreparedAction {
  kind: PreparableKind;
  hand: number;
  /** The board, the viewer's cards and the step of the hand when it was prepared. */
  step: string;
  facts: string;
  /** The chips it would have cost to stay in. */
  price: number;
}

/** The number of buttons that the viewer's turn would have now; one where it is not expected. */
export function expectedButtons(table: TableView): number {
  return Math.max(1, buttonKinds(table.ahead ?? []).length);
}

/**
 * What can be prepared now: of the menu that the viewer would have, what ends the turn at a known
 * price. A fold alone is no choice, so none is offered.
 */
export function preparables(table: TableView): Preparable[] {
  const ahead = table.ahead ?? [];
  const places = buttonKinds(ahead);
  const found = KINDS.flatMap((kind): Preparable[] => {
    const choice = ahead.find((one) => one.kind === kind);
    return choice ? [{ kind, place: places.indexOf(kind), cost: choice.cost }] : [];
  });
  return found.some(({ kind }) => kind !== 'fold') ? found : [];
}

/** The kinds of the buttons of a menu, in their order; last the one that a card is picked for. */
function buttonKinds(menu: readonly ChoiceView[]): string[] {
  const buttons = menu.flatMap((choice) =>
    needsBetControl(choice) ? [choice.kind] : actionOptions(choice).map(({ kind }) => kind),
  );
  return [...buttons, ...menu.filter(({ cards }) => cards.length).map(({ kind }) => kind)];
}

export function prepare(table: TableView, kind: PreparableKind): PreparedAction {
  return { kind, ...roundOf(table), price: priceToStay(table) };
}

/**
 * Is it still the decision the player had in mind? A new card or another step ends everything. A
 * fold is a fold at any price, also in games where every action changes a fact.
 */
export function isStillValid(prepared: PreparedAction, table: TableView): boolean {
  const { hand, step, facts } = roundOf(table);
  if (prepared.hand !== hand || prepared.step !== step) return false;
  if (prepared.kind === 'fold') return true;
  return prepared.facts === facts && priceToStay(table) <= prepared.price;
}

/** The prepared action as the server reads it; null where the menu does not have it. */
export function legalAction({ kind }: PreparedAction, menu: ChoiceView[]): string | null {
  return menu.some((choice) => choice.kind === kind) ? kind : null;
}

type Round = Pick<PreparedAction, 'hand' | 'step' | 'facts'>;

/** A key of the part of a hand within which the grounds of a decision stay the same. */
function roundOf({ hand, board, facts, course, seat, seats }: TableView): Round {
  const own = seat === null ? [] : (seats[seat]?.cards ?? []);
  const cards = [...board, ...own].map(({ card }) => card).join();
  return { hand, step: `${cards} ${course?.done}`, facts: JSON.stringify(facts) };
}

/** By how much the highest bet exceeds the viewer's. */
function priceToStay(table: TableView): number {
  const own = table.seat === null ? 0 : (table.seats[table.seat]?.bet ?? 0);
  return table.seats.reduce((most, seat) => Math.max(most, seat.bet), 0) - own;
}
