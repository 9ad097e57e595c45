/** Chairs of a table, for those who come. */

import type { RoomSeen } from '../protocol/socket';

/** The first free chair, if there is one. */
export function freeChair(room: RoomSeen): number | undefined {
  const taken = new Set(room.chairs.map(({ chair }) => chair));
  return Array.from({ length: room.rules.chairs }, (_, chair) => chair).find(
    (chair) => !taken.has(chair),
  );
}

/** Chips that somebody in a chair may buy: up to the highest buy-in. */
export function roomFor(room: RoomSeen, chair: number): number {
  const own = room.chairs.find((seen) => seen.chair === chair);
  return own ? Math.max(0, room.rules.most - own.stack - own.coming) : room.rules.most;
}
