/** Who sits around the table: its chairs with their seats in the hand. */

import type { ChairView, SeatView, View } from '../../protocol/socket';

/** A player at the table. `seat` is null for one who is not in this hand. */
export interface Player {
  chair: ChairView;
  seat: SeatView | null;
}

/** The viewer as a player, null for an onlooker. */
export function ownPlayer(view: View): Player | null {
  return players(view).find(({ chair }) => chair.chair === view.chair) ?? null;
}

/** The others, clockwise from the viewer's left; for an onlooker all, from the first chair. */
export function otherPlayers(view: View): Player[] {
  const all = players(view);
  const own = all.findIndex(({ chair }) => chair.chair === view.chair);
  return [...all.slice(own + 1), ...all.slice(0, Math.max(own, 0))];
}

/** Must the viewer choose the next game? */
export function isChoosingGame({ room, chair }: View): boolean {
  return room.phase === 'choosing' && room.clock?.chair === chair;
}

/** A player's stack, in the middle of a hand too. */
export function stackOf({ chair, seat }: Player): number {
  return seat ? seat.stack : chair.stack;
}

/** The chair of a seat of the hand, null if nobody sits there any more. */
export function chairOf(view: View, seat: number): number | null {
  return view.room.chairs.find((chair) => chair.seat === seat)?.chair ?? null;
}

function players(view: View): Player[] {
  const all: Player[] = [...view.room.chairs]
    .sort((a, b) => a.chair - b.chair)
    .map((chair) => ({ chair, seat: chair.seat === null ? null : seatOf(view, chair.seat) }));
  view.hand?.seats.forEach((seat, n) => {
    if (chairOf(view, n) !== null) return;
    const before = all.findIndex(({ chair }) => chair.seat === n - 1);
    all.splice(before < 0 ? all.length : before + 1, 0, { chair: standInChair(seat, n), seat });
  });
  return all;
}

/** Stands in for the chair of a seat without one: the bank's, or of a player who has left. */
function standInChair({ name, stack }: SeatView, seat: number): ChairView {
  const nobody = {
    guest: null,
    bot: null,
    time_bank: 0,
    pending_chips: 0,
    is_ready: true,
    status: 'in',
  };
  return { ...nobody, chair: -1 - seat, seat, name, stack };
}

function seatOf(view: View, seat: number): SeatView | null {
  return view.hand?.seats[seat] ?? null;
}
