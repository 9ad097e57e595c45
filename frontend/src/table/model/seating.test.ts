import { describe, expect, test } from 'vitest';
import { type Area, COLUMNS, desk, MOST_WHOLE, phone } from './seating';

const cells = ({ row, rows, column, columns }: Area) =>
  Array.from({ length: rows * columns }, (_, n) => [
    row + Math.floor(n / columns),
    column + (n % columns),
  ]).map(String);

describe.each([
  ['phone', phone],
  ['desk', desk],
])('a %s', (_, seating) => {
  test.each(Array.from({ length: 19 }, (_, n) => n + 1))('seats %i others without overlap', (n) => {
    const { seats, middle } = seating(n);
    expect(seats).toHaveLength(n);
    const all = [...seats, middle].flatMap(cells);
    expect(new Set(all).size).toBe(all.length);
    expect(
      seats.every(({ column, columns }) => column >= 1 && column + columns <= COLUMNS + 1),
    ).toBe(true);
  });

  test('goes clockwise from the left, up, over and down on the right', () => {
    for (let n = 2; n <= MOST_WHOLE; n++) {
      const { seats } = seating(n);
      const angles = seats.map(({ row, column, columns }) => {
        const x = column + columns / 2 - 1 - COLUMNS / 2;
        const rows = Math.max(...seats.map((seat) => seat.row));
        return Math.atan2(x, rows + 1 - row);
      });
      expect(angles).toEqual([...angles].sort((a, b) => a - b));
    }
  });
});

test('an odd one sits on top in the middle of a phone', () => {
  const { seats, middle } = phone(5);
  expect(seats[2]).toMatchObject({ row: 1, column: 16, columns: 30 });
  expect(seats[0]!.row).toBe(4);
  expect(middle.row).toBe(3);
});

test('from ten at the table on they are told in summary', () => {
  expect(phone(MOST_WHOLE).isSummary).toBe(false);
  expect(phone(MOST_WHOLE + 1).isSummary).toBe(true);
});
