/** A pile of at most five chips for an amount, the largest at the bottom. */

interface PileChip {
  worth: 1 | 5 | 25;
  x: number;
  y: number;
}

const DENOMINATIONS = [25, 5, 1] as const;
const PLACES: [number, number][] = [
  [0, 16],
  [18, 17],
  [36, 15],
  [9, 4],
  [27, 3],
];

export function chipPile(amount: number): PileChip[] {
  const worths: PileChip['worth'][] = [];
  let left = amount;
  for (const worth of DENOMINATIONS) {
    for (; left >= worth && worths.length < PLACES.length; left -= worth) worths.push(worth);
  }
  return worths.map((worth, n) => ({ worth, x: PLACES[n]![0], y: PLACES[n]![1] }));
}
