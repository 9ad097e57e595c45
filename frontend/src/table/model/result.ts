/** The result of a hand: winners, amounts and cards. */

import type { TableView, View } from '../../protocol/socket';

/** Is the hand of this view over? */
export function isHandOver({ room, hand }: View): boolean {
  return !!hand?.result.length && room.phase !== 'playing';
}

/** Chips won, by seat; empty during the hand. */
export function winnings(table: TableView): Map<number, number> {
  return new Map(table.result.filter(({ won }) => won > 0).map(({ seat, won }) => [seat, won]));
}

/** A pot, by its number, and what each seat won of it; 0 is the main pot. */
interface PotWon {
  pot: number;
  shares: { seat: number; amount: number }[];
}

const PAID = ['won', 'split', 'won_side', 'split_side'];

/** The pots that were paid out, the main pot, for which the shortest stack played, first. */
export function potsWon(table: TableView): PotWon[] {
  const pots = new Map<number, PotWon>();
  const paid = table.events.filter(({ kind }) => PAID.includes(kind));
  for (const { kind, seat, count, amount } of paid) {
    const pot = kind.endsWith('_side') ? count : 0;
    if (!pots.has(pot)) pots.set(pot, { pot, shares: [] });
    pots.get(pot)!.shares.push({ seat, amount });
  }
  // One pot, or winnings that are from no pot: each winner's chips in all.
  if (pots.size < 2) {
    const shares = [...winnings(table)].map(([seat, amount]) => ({ seat, amount }));
    return shares.length ? [{ pot: 0, shares }] : [];
  }
  return [...pots.values()].sort((one, other) => one.pot - other.pot);
}

/** The cards of the board that are part of a winning hand. */
export function winningBoardCards(table: TableView): string[] {
  const best = [...winnings(table).keys()].flatMap((seat) => {
    const { best, cards } = table.seats[seat]!;
    return best.filter((name) => !cards.some(({ card }) => card === name));
  });
  return table.board.map(({ card }) => card).filter((card) => best.includes(card));
}

/** The cards of the board that are part of the one hand that has just been shown. */
export function servingBoardCards({ events, seats, board }: TableView): string[] {
  const shown = new Set(events.map(({ kind, seat }) => (kind === 'shown' ? seat : -1)));
  const [seat = -1] = shown;
  if (shown.size !== 1 || seat < 0) return [];
  const best = seats[seat]!.best;
  return board.map(({ card }) => card).filter((card) => best.includes(card));
}

/** The cards a winner won with; empty for a seat that won nothing, or without showing. */
export function winningCards(table: TableView, seat: number): string[] {
  const { hand, best, cards } = table.seats[seat]!;
  if (!hand || !winnings(table).has(seat)) return [];
  return best.length ? best : cards.map(({ card }) => card);
}

/** Chips paid out to all seats. */
export function totalPaid(table: TableView): number {
  return table.result.reduce((sum, { won }) => sum + won, 0);
}

/** "+5", "−3" or "0" */
export function signedChips(net: number): string {
  return net > 0 ? `+${net}` : net < 0 ? `−${-net}` : '0';
}
