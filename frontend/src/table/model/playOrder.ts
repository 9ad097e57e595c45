/** The order of play, where a game has one: live hands from the lowest up. */

import type { TableSeen } from '../../protocol/socket';

/** Seats from the lowest live hand to the highest; empty where no hands lie or none is above another. */
export function ladder(table: TableSeen): number[] {
  return table.seats
    .map(({ place, hand }, number) => ({ number, place: hand && place }))
    .filter((rung): rung is { number: number; place: number } => rung.place !== null)
    .sort((a, b) => a.place - b.place)
    .map(({ number }) => number);
}

/** The seat whose hand the lowest has to beat; null when it is not the lowest that acts. */
export function toBeat(table: TableSeen): number | null {
  const [lowest, next] = ladder(table);
  return next !== undefined && table.to_act === lowest ? next : null;
}
