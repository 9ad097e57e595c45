/** The chart of an evening: a line for each of those who played, in a box of 1 by 1. */

import type { AccountView, EveningView } from '../protocol/http';

interface Way {
  account: AccountView;
  /** The points of the line, as SVG writes them; x goes right and y down. */
  points: string;
  net: number;
}

interface Chart {
  /** Those who ended highest first. */
  ways: Way[];
  /** The height of the line of no gain and no loss. */
  zero: number;
}

export function chartOf({ chart, lines, ledger, hands_of }: EveningView): Chart {
  const played = ledger.accounts.flatMap((account, n) =>
    hands_of[n] || account.is_bank ? [{ account, line: lines[n]! }] : [],
  );
  const values = played.flatMap(({ line }) => line);
  const low = Math.min(0, ...values);
  const height = Math.max(0, ...values) - low || 1;
  const width = Math.max(1, chart.length - 1);
  const y = (net: number): number => round(1 - (net - low) / height);
  const ways = played.map(({ account, line }) => ({
    account,
    points: line.map((net, n) => `${round(n / width)},${y(net)}`).join(' '),
    net: line.at(-1) ?? 0,
  }));
  return { ways: ways.sort((a, b) => b.net - a.net), zero: y(0) };
}

/** "+5", "0", "−3". */
export function signed(net: number): string {
  return net > 0 ? `+${net}` : `${net}`.replace('-', '\u2212');
}

function round(x: number): number {
  return Math.round(x * 1e4) / 1e4;
}
