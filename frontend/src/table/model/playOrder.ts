/** The order of play in games that have one: live hands, the lowest first. */

import type { TableView } from '../../protocol/socket';

/** Seats from the lowest live hand to the highest; empty where hands are not ranked. */
export function playOrder(table: TableView): number[] {
  return table.seats
    .map(({ place, hand }, seat) => ({ seat, place: hand && place }))
    .filter((ranked): ranked is { seat: number; place: number } => ranked.place !== null)
    .sort((a, b) => a.place - b.place)
    .map(({ seat }) => seat);
}

/** The seat whose hand the lowest has to beat; null unless the lowest is to act. */
export function seatToBeat(table: TableView): number | null {
  const [lowest, next] = playOrder(table);
  return next !== undefined && table.to_act === lowest ? next : null;
}
