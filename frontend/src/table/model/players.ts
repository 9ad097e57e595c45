/** The players around the table: its chairs with their seats in the hand. */

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
  const bank = bankOf(view);
  view.hand?.seats.forEach((seat, n) => {
    if (chairOf(view, n) !== null || n === bank?.chair.seat) return;
    const before = all.findIndex(({ chair }) => chair.seat === n - 1);
    const chair = standInChair(seat.name, seat.stack, n, LEFT - n);
    all.splice(before < 0 ? all.length : before + 1, 0, { chair, seat });
  });
  return bank ? [...all, bank] : all;
}

/** The numbers of stand-in chairs: the bank's, and from this one down those of who has left. */
const BANK = -1;
const LEFT = -2;

/**
 * The bank sits after the last chair, in every hand and before the first one: wherever the dealer
 * is, nobody moves when it comes. Null where there is none, or where it is open what is played.
 */
function bankOf({ room, hand }: View): Player | null {
  const only = room.games.length === 1 ? (room.games[0] ?? null) : null;
  const name = (room.game ?? only)?.bank;
  if (!name) return null;
  const last = hand ? hand.seats.length - 1 : null;
  const seat = hand?.seats.at(-1) ?? null;
  if (seat && seat.name !== name) return null;
  return { chair: standInChair(name, seat?.stack ?? 0, last, BANK), seat };
}

/** Stands in for the chair of a seat without one: the bank's, or of a player who has left. */
function standInChair(name: string, stack: number, seat: number | null, chair: number): ChairView {
  const nobody = {
    guest: null,
    bot: null,
    time_bank: 0,
    pending_chips: 0,
    is_ready: true,
    status: 'in',
  };
  return { ...nobody, chair, seat, name, stack };
}

function seatOf(view: View, seat: number): SeatView | null {
  return view.hand?.seats[seat] ?? null;
}
