/**
 * Where the other players sit, as areas of a grid, clockwise from the viewer's left: up the left
 * side, along the top, down the right side. The middle, with pot and board, has its own area.
 */

/** An area of the grid: its first row and column, and how many of each it spans. */
export interface GridArea {
  row: number;
  rows: number;
  column: number;
  columns: number;
}

interface Seating {
  seats: GridArea[];
  middle: GridArea;
  /** Are seats so small that each is a line or two, and its cards open with a tap? */
  isSummary: boolean;
}

/** Columns of both grids; the width of every seat divides it. */
export const COLUMNS = 60;
/** More players than this are shown in summary. */
export const MAX_FULL_SEATS = 8;
/** A television, where nobody has a seat of their own, shows as many without a summary. */
const MAX_WATCHED_SEATS = 10;

const area = (row: number, column: number, columns: number, rows = 1): GridArea => ({
  row,
  rows,
  column: column + 1,
  columns,
});

/** On a phone: two columns, an odd player centred on top, the middle above the last row. */
export function phoneSeating(others: number): Seating {
  if (others > MAX_FULL_SEATS) return rowSeating(others, 3);
  const half = COLUMNS / 2;
  const side = Math.floor(others / 2);
  const top = others % 2;
  const rows = side + top;
  /** The grid row of a row of seats, as the middle takes one before the last. */
  const line = (row: number) => (row > 1 && row === rows ? rows + 1 : row);
  const left = Array.from({ length: side }, (_, n) => area(line(rows - n), 0, half));
  const over = top ? [area(1, half / 2, half)] : [];
  const right = Array.from({ length: side }, (_, n) => area(line(top + n + 1), half, half));
  const middle = area(rows > 1 ? rows : rows + 1, 0, COLUMNS);
  return { seats: [...left, ...over, ...right], middle, isSummary: false };
}

/** On a desktop: up to two on each side, the rest on top, the middle between them. */
export function desktopSeating(others: number): Seating {
  if (others > MAX_FULL_SEATS) return rowSeating(others, 5);
  const side = others > 5 ? 2 : others > 1 ? 1 : 0;
  const tall = others === 4 ? 2 : side;
  const top = others - 2 * tall;
  const first = top ? 1 : 0;
  const wide = top > 3 ? COLUMNS / 4 : COLUMNS / 3;
  const margin = (COLUMNS - top * wide) / 2;
  const third = COLUMNS / 3;
  const left = Array.from({ length: tall }, (_, n) => area(first + tall - n, 0, third));
  const over = Array.from({ length: top }, (_, n) => area(1, margin + n * wide, wide));
  const right = Array.from({ length: tall }, (_, n) => area(first + n + 1, COLUMNS - third, third));
  const middle = tall ? area(first + 1, third, third, tall) : area(first + 1, 0, COLUMNS);
  return { seats: [...left, ...over, ...right], middle, isSummary: false };
}

/**
 * Do seats fit as they are, or smaller: without words, in rows, as two lines, as a name above its
 * chips, as one line, that with a small board, pot and cards, and that without cards?
 */
export type Fit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
const SUMMARY_FIT = 3;
export const NAME_FIT = 4;
export const TIGHT_FIT = 6;
export const SMALLEST_FIT = 7;

/** The largest form of seats that is tried for so many other players. */
export function firstFit(others: number, isWatched = false): Fit {
  return others > (isWatched ? MAX_WATCHED_SEATS : MAX_FULL_SEATS) ? SUMMARY_FIT : 0;
}

/** The form of seats to try after one that was too large; a television shows the names of hands. */
export function nextFit(fit: Fit, isWatched = false): Fit {
  return isWatched && fit < SUMMARY_FIT ? SUMMARY_FIT : ((fit + 1) as Fit);
}

/** The seats of the other players, on a phone and on a desktop. */
export function seatingFor(
  others: number,
  fit: Fit,
  isWatched = false,
): { phone: Seating; desktop: Seating } {
  if (fit === 0 && isWatched && others > MAX_FULL_SEATS) {
    const phone = { ...phoneSeating(others), isSummary: false };
    return { phone, desktop: ringSeating(others) };
  }
  if (fit < 2) return { phone: phoneSeating(others), desktop: desktopSeating(others) };
  const [narrow, wide] = fit >= NAME_FIT ? [4, 6] : [3, 5];
  const isSummary = fit >= SUMMARY_FIT;
  return {
    phone: { ...rowSeating(others, narrow), isSummary },
    desktop: { ...rowSeating(others, wide), isSummary },
  };
}

/** All around the middle of a wide screen: eight as at a desk, one or two more below it. */
export function ringSeating(others: number): Seating {
  const { seats, middle } = desktopSeating(MAX_FULL_SEATS);
  const wide = COLUMNS / 4;
  const below = others - MAX_FULL_SEATS;
  const right = Math.floor((COLUMNS + below * wide) / 2);
  const bottom = Array.from({ length: below }, (_, n) => area(3, right - (n + 1) * wide, wide));
  const sides = seats.map((seat) =>
    seat.row === 1
      ? seat
      : { ...seat, column: seat.column === 1 ? 1 : COLUMNS - wide + 1, columns: wide },
  );
  return {
    seats: [...sides, ...bottom],
    middle: { ...middle, rows: 1, column: wide + 1, columns: COLUMNS - 2 * wide },
    isSummary: false,
  };
}

/** Rows of at most `most` seats each, the middle below them. */
function rowSeating(others: number, most: number): Seating {
  const columns = Math.ceil(others / Math.ceil(others / most)) || 1;
  const wide = COLUMNS / columns;
  const seats = Array.from({ length: others }, (_, n) =>
    area(Math.floor(n / columns) + 1, (n % columns) * wide, wide),
  );
  const middle = area(Math.ceil(others / columns) + 1, 0, COLUMNS);
  return { seats, middle, isSummary: true };
}
