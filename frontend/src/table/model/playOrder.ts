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

/**
 * The seat whose hand the lowest has to beat; null unless the lowest is to act, or its cards are
 * coming.
 */
export function seatToBeat(table: TableView): number | null {
  if (table.to_act === null && !table.result.length) return rivalOf(table);
  const [lowest, next] = playOrder(table);
  return next !== undefined && table.to_act === lowest ? next : null;
}

/** The seat that the cards which are coming have to beat: as it is told, or as it was before. */
function rivalOf({ events, seats }: TableView): number | null {
  const told = events.find(({ kind }) => kind === 'to_beat');
  const [first] = events;
  if (told || first?.kind !== 'dealt' || seats[first.seat]?.place !== 0) return told?.seat ?? null;
  const rival = seats.findIndex(({ place }) => place === 1);
  return rival < 0 ? null : rival;
}
