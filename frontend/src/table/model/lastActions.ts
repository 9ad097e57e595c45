/** What everybody did last, for a glance around the table: the events of a hand by seat. */

import type { EventSeen } from '../../protocol/socket';

export interface Deed {
  kind: string;
  amount: number;
  count: number;
}

/** The kinds that are worth a word at a seat. */
const TOLD = [
  'checked',
  'called',
  'raised',
  'opened',
  'posted',
  'paid',
  'kept',
  'bought',
  'discarded',
  'collected',
  'missed',
  'laid',
  'declined',
  'staked',
  'side_won',
  'side_lost',
  'bonus',
];
/** What comes card by card and is told as one. */
const SUMMED = ['collected'];
/** After these, what was done before is of no matter. */
const AFRESH = ['board', 'match', 'anted'];

/** The deeds after some events; the same object where nothing has changed. */
export function after(
  deeds: Readonly<Record<number, Deed>>,
  events: readonly EventSeen[],
): Readonly<Record<number, Deed>> {
  let now = deeds;
  for (const { kind, seat, amount, count } of events) {
    if (AFRESH.includes(kind) && Object.keys(now).length) now = {};
    if (!TOLD.includes(kind)) continue;
    const before = SUMMED.includes(kind) && now[seat]?.kind === kind ? now[seat].count : 0;
    now = { ...now, [seat]: { kind, amount, count: before + count } };
  }
  return now;
}
