import { expect, test } from 'vitest';
import { type Box, type Point, svgPath, trailCorners } from './trail';

const GAP = 20;

/** Tiles of 300 by 150 in rows and columns, and a dock below them all. */
const tiles: Box[] = [0, 1, 2].flatMap((row) =>
  [0, 1, 2].map((column) => ({
    left: column * 320,
    top: row * 170,
    right: column * 320 + 300,
    bottom: row * 170 + 150,
  })),
);
const dock: Box = { left: 0, top: 520, right: 940, bottom: 800 };

test('the trail goes along the gutters and over no seat', () => {
  for (const from of tiles)
    for (const to of [...tiles, dock]) {
      if (from === to) continue;
      const over = [...tiles, dock].filter((box) =>
        along(trailCorners(from, to, GAP)).some(({ x, y }) => within(box, x, y)),
      );
      expect(over, `${JSON.stringify(from)} to ${JSON.stringify(to)}`).toEqual([]);
    }
});

test('it begins at one seat and ends at the other', () => {
  const path = trailCorners(tiles[0]!, tiles[8]!, GAP);
  expect(path[0]).toEqual({ x: 150, y: 150 });
  expect(path.at(-1)).toEqual({ x: 790, y: 340 });
});

test('it is drawn from corner to corner', () => {
  expect(
    svgPath([
      { x: 0, y: 5 },
      { x: 7, y: 5 },
    ]),
  ).toBe('M0 5L7 5');
});

/** Points of a path, one every few px. */
function along(corners: Point[]): Point[] {
  return corners.slice(1).flatMap((end, n) => {
    const start = corners[n]!;
    const count = Math.ceil(Math.hypot(end.x - start.x, end.y - start.y) / 5);
    return Array.from({ length: count }, (_, k) => ({
      x: start.x + ((end.x - start.x) * (k + 0.5)) / count,
      y: start.y + ((end.y - start.y) * (k + 0.5)) / count,
    }));
  });
}

function within(box: Box, x: number, y: number): boolean {
  return x > box.left && x < box.right && y > box.top && y < box.bottom;
}
