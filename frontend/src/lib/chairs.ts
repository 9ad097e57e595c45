/** The chairs of a table, and the chips that can be bought there. */

import type { ChairView, RoomView, View } from '../protocol/socket';

/** A free chair that somebody may take, if there is one: the wanted one, or else the first. */
export function freeChair(room: RoomView, wanted?: number): number | undefined {
  if (room.is_full) return undefined;
  const taken = new Set(room.chairs.map(({ chair }) => chair));
  const chairs = Array.from({ length: room.rules.chairs }, (_, chair) => chair);
  const free = chairs.filter((chair) => !taken.has(chair));
  return free.find((chair) => chair === wanted) ?? free[0];
}

/** Whether somebody sits there whom the host has seated without a phone. */
export const hasNoPhone = (chair: ChairView): boolean => !chair.guest && !chair.bot;

/** The chairs of people without a phone. */
export const withoutPhone = (room: RoomView): ChairView[] => room.chairs.filter(hasNoPhone);

/** The most chips that the viewer can buy: up to the highest buy-in, or as the match allows. */
export function maxBuyIn({ room, hand, chair }: View): number {
  const own = room.chairs.find((seen) => seen.chair === chair);
  if (!own || own.status === 'leaving') return 0;
  if (room.match?.began != null) return room.match.rebuys.includes(own.chair) ? room.rules.most : 0;
  const isPlaying = hand !== null && !hand.result.length && own.seat !== null;
  const stack = isPlaying ? hand.seats[own.seat!]!.stack : own.stack;
  return Math.max(0, room.rules.most - stack - own.pending_chips);
}
