/** A heap of buttons for an amount: at most five, as many as it takes, the dearest at the bottom. */

export interface Button {
  worth: 1 | 5 | 25;
  x: number;
  y: number;
}

const WORTHS = [25, 5, 1] as const;
const PLACES: [number, number][] = [
  [0, 16],
  [18, 17],
  [36, 15],
  [9, 4],
  [27, 3],
];

export function heap(amount: number): Button[] {
  const worths: Button['worth'][] = [];
  let left = amount;
  for (const worth of WORTHS) {
    for (; left >= worth && worths.length < PLACES.length; left -= worth) worths.push(worth);
  }
  return worths.map((worth, n) => ({ worth, x: PLACES[n]![0], y: PLACES[n]![1] }));
}
