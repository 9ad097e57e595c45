/** The path of the trail from seat to seat: along the gutters between seats, never over cards. */

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

/** The corners of the path between two boxes; `gap` is how wide the gutters are. */
export function trailCorners(from: Box, to: Box, gap: number): Point[] {
  const isDown = centre(to).y >= centre(from).y;
  const start = { x: centre(from).x, y: isDown ? from.bottom : from.top };
  const isLevel = Math.abs(centre(to).y - centre(from).y) < gap;
  const end = { x: centre(to).x, y: isLevel === isDown ? to.bottom : to.top };
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

/** The path through some corners, as SVG writes it. */
export function svgPath(corners: readonly Point[]): string {
  return corners.map(({ x, y }, n) => `${n ? 'L' : 'M'}${x} ${y}`).join('');
}

function centre(box: Box): Point {
  return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
}
