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

/** The corners of the way between two boxes; `gap` is how wide the gutters are. */
export function way(from: Box, to: Box, gap: number): Point[] {
  const isDown = middle(to).y >= middle(from).y;
  const start = { x: middle(from).x, y: isDown ? from.bottom : from.top };
  const isLevel = Math.abs(middle(to).y - middle(from).y) < gap;
  const end = { x: middle(to).x, y: isLevel === isDown ? to.bottom : to.top };
  if (Math.abs(end.y - start.y) < 5 * gap && !isLevel) {
    const between = (start.y + end.y) / 2;
    return [start, { x: start.x, y: between }, { x: end.x, y: between }, end];
  }
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

/** A way as the path of an SVG. */
export function drawn(way: readonly Point[]): string {
  return way.map(({ x, y }, n) => `${n ? 'L' : 'M'}${x} ${y}`).join('');
}

function middle(box: Box): Point {
  return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
}
