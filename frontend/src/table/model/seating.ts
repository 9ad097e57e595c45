/**
 * Where the others sit on the blanket, as places of a grid, clockwise from one's left: up the left
 * side, along the top, down the right side. The middle, with pot and board, has a place of its own.
 */

/** Lines of the grid: from a row and a column on, over so many of them. */
export interface Area {
  row: number;
  rows: number;
  column: number;
  columns: number;
}

export interface Seating {
  seats: Area[];
  middle: Area;
  /** So narrow that a seat is a line or two, and its cards open with a tap. */
  isSummary: boolean;
}

/** Columns of either grid; every width of a seat divides it. */
export const COLUMNS = 60;
/** More others than these are shown in summary. */
export const MOST_WHOLE = 8;

const area = (row: number, column: number, columns: number, rows = 1): Area => ({
  row,
  rows,
  column: column + 1,
  columns,
});

/** A phone: two columns, an odd one centred on top, the middle above the last row. */
export function phone(others: number): Seating {
  if (others > MOST_WHOLE) return summaries(others, 3);
  const half = COLUMNS / 2;
  const side = Math.floor(others / 2);
  const top = others % 2;
  const rows = side + top;
  /** The rows from the top, of which the middle takes one. */
  const line = (row: number) => (row > 1 && row === rows ? rows + 1 : row);
  const left = Array.from({ length: side }, (_, n) => area(line(rows - n), 0, half));
  const over = top ? [area(1, half / 2, half)] : [];
  const right = Array.from({ length: side }, (_, n) => area(line(top + n + 1), half, half));
  const middle = area(rows > 1 ? rows : rows + 1, 0, COLUMNS);
  return { seats: [...left, ...over, ...right], middle, isSummary: false };
}

/** A desk: up to two a side, the rest on top, the middle between. */
export function desk(others: number): Seating {
  if (others > MOST_WHOLE) return summaries(others, 5);
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

/** Row after row, so many in each, the middle below them. */
function summaries(others: number, columns: number): Seating {
  const wide = COLUMNS / columns;
  const seats = Array.from({ length: others }, (_, n) =>
    area(Math.floor(n / columns) + 1, (n % columns) * wide, wide),
  );
  const middle = area(Math.ceil(others / columns) + 1, 0, COLUMNS);
  return { seats, middle, isSummary: true };
}
