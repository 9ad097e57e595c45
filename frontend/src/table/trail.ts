/** The way of the light from seat to seat: along the gutters between them, never over cards. */

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Point {
  x: number;
  y: number;
}

/** Between two dots, in px. */
const GAP = 13;

/** The corners of the way between two boxes; `gap` is how wide the gutters are. */
export function way(from: Box, to: Box, gap: number): Point[] {
  const isDown = middle(to).y >= middle(from).y;
  const start = { x: middle(from).x, y: isDown ? from.bottom : from.top };
  const isLevel = Math.abs(middle(to).y - middle(from).y) < gap;
  const end = { x: middle(to).x, y: isLevel === isDown ? to.bottom : to.top };
  const out = start.y + (isDown ? gap : -gap) / 2;
  const back = isLevel ? out : end.y + (isDown ? -gap : gap) / 2;
  if (Math.abs(out - back) < gap) return [start, { x: start.x, y: out }, { x: end.x, y: out }, end];
  const side = end.x > start.x || (end.x === start.x && isDown) ? from.right : from.left;
  const gutter = side + (side === from.right ? gap : -gap) / 2;
  return [
    start,
    { x: start.x, y: out },
    { x: gutter, y: out },
    { x: gutter, y: back },
    { x: end.x, y: back },
    end,
  ];
}

/** Dots along a way, one every 13 px. */
export function dots(way: readonly Point[]): Point[] {
  const found: Point[] = [];
  let rest = GAP / 2;
  for (let n = 1; n < way.length; n++) {
    const [a, b] = [way[n - 1]!, way[n]!];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    let at = rest;
    for (; at < length; at += GAP) {
      const part = at / length;
      found.push({ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part });
    }
    rest = at - length;
  }
  return found;
}

function middle(box: Box): Point {
  return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
}
