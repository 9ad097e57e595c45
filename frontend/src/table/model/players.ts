/** Who sits around the table: the chairs of the room with their seats in the hand, from one's left. */

import type { ChairSeen, SeatSeen, View } from '../../protocol/socket';

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
  const mine = all.findIndex(({ chair }) => chair.chair === view.chair);
  return [...all.slice(mine + 1), ...all.slice(0, Math.max(mine, 0))];
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
  const found: Place[] = [...view.room.chairs]
    .sort((a, b) => a.chair - b.chair)
    .map((chair) => ({ chair, seat: chair.seat === null ? null : seatOf(view, chair.seat) }));
  view.hand?.seats.forEach((seat, n) => {
    if (chairOf(view, n) !== null) return;
    const before = found.findIndex(({ chair }) => chair.seat === n - 1);
    found.splice(before < 0 ? found.length : before + 1, 0, { chair: chairless(seat, n), seat });
  });
  return found;
}

/** What stands for the chair of a seat that has none: the house's, or of somebody who has left. */
function chairless({ name, stack }: SeatSeen, seat: number): ChairSeen {
  const nobody = { guest: null, bot: null, bank: 0, coming: 0, is_ready: true, status: 'in' };
  return { ...nobody, chair: -1 - seat, seat, name, stack };
}

function seatOf(view: View, seat: number): SeatSeen | null {
  return view.hand?.seats[seat] ?? null;
}
