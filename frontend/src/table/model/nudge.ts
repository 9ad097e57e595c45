/** Nudges: a reaction for those who let the table wait. */

import type { ChatLine, RoomView } from '../../protocol/socket';

/** The server takes a nudge this long after a turn began, and after the last one (ms). */
const AFTER = 10_000;
/** A nudge that comes later than this was for another turn (ms). */
const FRESH = 5_000;

interface AtTable {
  room: RoomView | null;
  chat: ChatLine[];
  me: { guest: string | null; chair: number | null };
}

/** May the viewer nudge now? It needs another person whose clock has run for a while. */
export function canNudge({ room, chat, me }: AtTable, now: number): boolean {
  const clock = room?.clock;
  if (!clock || !me.guest || room.muted.includes(me.guest)) return false;
  const asked = clock.chairs?.length ? clock.chairs : [clock.chair];
  const isPerson = (which: number) =>
    room.chairs.some(({ chair, guest }) => chair === which && guest);
  if (!asked.some((chair) => chair !== me.chair && isPerson(chair))) return false;
  const last = chat.findLast(({ reaction }) => reaction === 'nudge')?.at ?? 0;
  return now >= Math.max(clock.began, last) + AFTER;
}

/** Is a line a nudge of another guest that has just come? */
export function isNudge(line: ChatLine, guest: string | null, now: number): boolean {
  return line.reaction === 'nudge' && line.guest !== guest && now - line.at < FRESH;
}
