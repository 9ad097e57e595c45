import { describe, expect, test } from 'vitest';
import {
  COLUMNS,
  desktopSeating,
  firstFit,
  type GridArea,
  MAX_FULL_SEATS,
  nextFit,
  phoneSeating,
  ringSeating,
} from './seating';

const cells = ({ row, rows, column, columns }: GridArea) =>
  Array.from({ length: rows * columns }, (_, n) => [
    row + Math.floor(n / columns),
    column + (n % columns),
  ]).map(String);

describe.each([
  ['phone', phoneSeating],
  ['desktop', desktopSeating],
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

  test('seats clockwise: up on the left, over the top, down on the right', () => {
    for (let n = 2; n <= MAX_FULL_SEATS; n++) {
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

test.each([9, 10])('a television seats %i around the middle', (n) => {
  const { seats, middle } = ringSeating(n);
  const all = [...seats, middle].flatMap(cells);
  expect(seats).toHaveLength(n);
  expect(new Set(all).size).toBe(all.length);
  expect(all.every((cell) => /^[123],\d+$/.test(cell))).toBe(true);
});

test('a television tries no form of seats that has no room for the names of hands', () => {
  expect(nextFit(firstFit(10, true), true)).toBe(firstFit(11, true));
});

test('an odd player sits centred on top of a phone', () => {
  const { seats, middle } = phoneSeating(5);
  expect(seats[2]).toMatchObject({ row: 1, column: 16, columns: 30 });
  expect(seats[0]!.row).toBe(4);
  expect(middle.row).toBe(3);
});

test('ten at the table are shown in summary', () => {
  expect(phoneSeating(MAX_FULL_SEATS).isSummary).toBe(false);
  expect(phoneSeating(MAX_FULL_SEATS + 1).isSummary).toBe(true);
});
