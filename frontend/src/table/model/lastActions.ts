/** The last action of every player, shown at the seats: the events of a hand by seat. */

import type { HandEvent } from '../../protocol/socket';

export interface LastAction {
  kind: string;
  amount: number;
  count: number;
  /** The game's own name for it, if it has one. */
  label?: string | null;
}

export type LastActions = Readonly<Record<number, LastAction>>;

/** Kinds of events that are shown at a seat. */
const SHOWN = [
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
  'decided',
  'came_in',
];
/** Kinds that come card by card and are shown as one action with a count. */
const COUNTED = ['collected', 'discarded'];
/** Kinds that begin a new round: earlier actions are cleared. */
const NEW_ROUND = ['board', 'match', 'anted'];

/** The last actions after some events; the same object where nothing has changed. */
export function updateLastActions(actions: LastActions, events: readonly HandEvent[]): LastActions {
  let updated = actions;
  for (const { kind, seat, amount, count, label } of events) {
    if (NEW_ROUND.includes(kind) && Object.keys(updated).length) updated = {};
    if (!SHOWN.includes(kind) && !label) continue;
    const counted = COUNTED.includes(kind) && updated[seat]?.kind === kind;
    const before = counted ? updated[seat]!.count : 0;
    updated = {
      ...updated,
      [seat]: { kind, amount, count: before + count, ...(label && { label: label.text }) },
    };
  }
  return updated;
}
