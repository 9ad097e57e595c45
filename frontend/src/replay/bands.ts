/**
 * The chart of a hand: for every step a column, in it each player's share of the pot as a band. The
 * viewer's band lies at the bottom, the others over it in the order of the seats.
 */

import type { ReplayView } from '../protocol/http';

/** The band of a seat: its outline in a box of `steps` by 1, and where its name stands. */
interface Band {
  seat: number;
  path: string;
  /** In the box, from the left and from the bottom; null where it is nowhere tall enough. */
  label: { x: number; y: number } | null;
}

/** A step under the chart. */
interface Mark {
  /** The seat that acted, as a letter; a dash for the deal. */
  initial: string;
  /** Is that player out of the hand by it? */
  isOut: boolean;
}

/** A band needs at least this share to hold its name. */
const MIN_LABEL = 0.13;

/** The shares at every step; a step without any has those of the step before. Empty for no odds. */
export function filledShares({ steps }: ReplayView): number[][] {
  const first = steps.find(({ shares }) => shares)?.shares;
  if (!first) return [];
  let last = first;
  return steps.map(({ shares }) => (last = shares ?? last));
}

/** The bands, from the bottom up. */
export function bandsOf(replay: ReplayView): Band[] {
  const shares = filledShares(replay);
  if (!shares.length) return [];
  const seats = shares[0]!.map((_, seat) => seat);
  const own = replay.seat;
  const order = own === null ? seats : [own, ...seats.filter((seat) => seat !== own)];
  const floor = shares.map(() => 0);
  return order.map((seat) => {
    const lower = [...floor];
    shares.forEach((step, n) => (floor[n] = lower[n]! + (step[seat] ?? 0)));
    return { seat, path: outline(lower, floor), label: labelPlace(lower, floor) };
  });
}

/** The seat that acted at each step, and the seats out by then. */
export function marksOf({ steps, names }: ReplayView): Mark[] {
  return steps.map(({ seat, view }) => ({
    initial: seat === null ? '–' : ([...(names[seat] ?? '?')][0] ?? '?').toLocaleUpperCase(),
    isOut: seat !== null && view.seats[seat]?.status !== 'live',
  }));
}

/** A staircase along the tops, and back along the bottoms; y grows downward. */
function outline(lower: number[], upper: number[]): string {
  const there = upper.map((y, n) => `L${n} ${flip(y)}H${n + 1}`);
  const back = lower.map((y, n) => `L${n + 1} ${flip(y)}H${n}`).reverse();
  return `M0 ${flip(upper[0]!)}${there.join('')}${back.join('')}Z`;
}

function flip(y: number): number {
  return Math.round((1 - y) * 1000) / 1000;
}

/** The middle of the longest run of steps in which the band is tall enough. */
function labelPlace(lower: number[], upper: number[]): Band['label'] {
  let best = { from: 0, to: 0, area: 0 };
  let from = 0;
  let area = 0;
  for (let n = 0; n < lower.length; n += 1) {
    const height = upper[n]! - lower[n]!;
    if (height < MIN_LABEL) {
      from = n + 1;
      area = 0;
      continue;
    }
    area += height;
    if (area > best.area) best = { from, to: n, area };
  }
  if (!best.area) return null;
  const middle = Math.floor((best.from + best.to) / 2);
  return { x: (best.from + best.to + 1) / 2, y: (lower[middle]! + upper[middle]!) / 2 };
}
