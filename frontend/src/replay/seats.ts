/** The seats of a replayed hand at a step, in the form in which the table draws its players. */

import type { ReplayView } from '../protocol/http';
import type { ChairView } from '../protocol/socket';
import { type LastActions, updateLastActions } from '../table/model/lastActions';
import type { Player } from '../table/model/players';
import { COLUMNS, type GridArea, phoneSeating } from '../table/model/seating';

/** Clockwise from the viewer; for the rail from the first seat. `you`: the reader's own name. */
export function playersAt(replay: ReplayView, at: number, you: string): Player[] {
  const { seats } = replay.steps[at]!.view;
  const first = replay.seat ?? 0;
  return seats.map((_, n) => {
    const seat = (first + n) % seats.length;
    const own = seats[seat]!;
    const name = seat === replay.seat && replay.is_own ? you : own.name;
    return { seat: own, chair: chairOf(seat, name, own.stack) };
  });
}

/** The last actions at every step. */
export function lastActionsOf({ steps }: ReplayView): LastActions[] {
  let actions: LastActions = {};
  return steps.map(({ view }) => (actions = updateLastActions(actions, view.events)));
}

/** The cards that have come to each seat with a step, and to the board (-1); none with the deal. */
export function freshCards({ steps }: ReplayView, at: number): ReadonlyMap<number, string[]> {
  const fresh = new Map<number, string[]>();
  if (at === 0) return fresh;
  for (const { seat, card } of steps[at]!.view.events)
    if (card) fresh.set(seat, [...(fresh.get(seat) ?? []), card]);
  return fresh;
}

/** `isBeside`: the middle lies beside a seat, in half of its row. */
type PhoneAreas = ReturnType<typeof phoneSeating> & { isBeside: boolean };

/**
 * On a phone the chart takes the place that the dock has at the table: an odd seat shares its row
 * with the middle where no board needs the whole width; the viewer's is at the bottom left.
 */
export function phoneAreas(count: number, hasBoard: boolean): PhoneAreas {
  const usual = phoneSeating(count);
  if (usual.isSummary || count < 2) return { ...usual, isBeside: false };
  const half = COLUMNS / 2;
  const rows = Math.ceil(count / 2);
  const area = (row: number, column: number, columns = half): GridArea => ({
    row,
    rows: 1,
    column: column + 1,
    columns,
  });
  const left = Array.from({ length: rows }, (_, n) => area(rows - n, 0));
  const right = Array.from({ length: count - rows }, (_, n) => area(n + 1, half));
  const isBeside = count % 2 === 1 && !hasBoard;
  const middle = isBeside ? area(rows, half) : area(rows + 1, 0, COLUMNS);
  return { seats: [...left, ...right], middle, isSummary: false, isBeside };
}

function chairOf(seat: number, name: string, stack: number): ChairView {
  return {
    chair: seat,
    seat,
    name,
    stack,
    guest: null,
    bot: null,
    pending_chips: 0,
    is_ready: true,
    status: 'in',
    time_bank: 0,
  };
}
