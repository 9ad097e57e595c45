/** The end of a hand: who took what, with which cards. */

import type { TableSeen, View } from '../../protocol/socket';

/** Is the hand that one sees over? */
export function isOver({ room, hand }: View): boolean {
  return !!hand?.result.length && room.phase !== 'playing';
}

/** By seat, what was taken; empty while the hand goes on. */
export function winnings(table: TableSeen): Map<number, number> {
  return new Map(table.result.filter(({ won }) => won > 0).map(({ seat, won }) => [seat, won]));
}

/** The cards of the board that are in the hand of a winner. */
export function ringedOnBoard(table: TableSeen): string[] {
  const best = [...winnings(table).keys()].flatMap((seat) => {
    const { best, cards } = table.seats[seat]!;
    return best.filter((name) => !cards.some(({ card }) => card === name));
  });
  return table.board.map(({ card }) => card).filter((card) => best.includes(card));
}

/** The cards in front of a winner that win; empty where he has won unseen. */
export function ringed(table: TableSeen, seat: number): string[] {
  const { hand, best, cards } = table.seats[seat]!;
  if (!hand || !winnings(table).has(seat)) return [];
  return best.length ? best : cards.map(({ card }) => card);
}

/** What was paid out in all. */
export function paidOut(table: TableSeen): number {
  return table.result.reduce((sum, { won }) => sum + won, 0);
}

/** "+5", "-3" or "0" */
export function signed(net: number): string {
  return net > 0 ? `+${net}` : net < 0 ? `−${-net}` : '0';
}
