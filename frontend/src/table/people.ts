/** Who sits around the table: the chairs of the room with their seats in the hand, from one's left. */

import type { ChairSeen, SeatSeen, View } from '../protocol/socket';

/** Somebody at the table. `seat` is null for one who is not in this hand. */
export interface Place {
  chair: ChairSeen;
  seat: SeatSeen | null;
}

/** One's own place, null for one who looks on. */
export function own(view: View): Place | null {
  return places(view).find(({ chair }) => chair.chair === view.chair) ?? null;
}

/** The others, clockwise from one's left; for one who looks on all, from the first chair on. */
export function others(view: View): Place[] {
  const all = places(view);
  const after = all.filter(({ chair }) => chair.chair > (view.chair ?? -1));
  const before = all.filter(({ chair }) => view.chair !== null && chair.chair < view.chair);
  return [...after, ...before];
}

/** Is one to name the next game? */
export function isToChoose({ room, chair }: View): boolean {
  return room.phase === 'choosing' && room.clock?.chair === chair;
}

/** What lies before somebody, in the middle of a hand too. */
export function stackOf({ chair, seat }: Place): number {
  return seat ? seat.stack : chair.stack;
}

/** The chair of a seat of the hand, null if nobody sits there any more. */
export function chairOf(view: View, seat: number): number | null {
  return view.room.chairs.find((chair) => chair.seat === seat)?.chair ?? null;
}

function places(view: View): Place[] {
  return [...view.room.chairs]
    .sort((a, b) => a.chair - b.chair)
    .map((chair) => ({ chair, seat: chair.seat === null ? null : seatOf(view, chair.seat) }));
}

function seatOf(view: View, seat: number): SeatSeen | null {
  return view.hand?.seats[seat] ?? null;
}
