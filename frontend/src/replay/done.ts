import { say } from '../lib/words';
import type { ReplayView } from '../protocol/http';

/** The action of a step, for steps without a line in the log; empty for the deal. */
export function doneAt(replay: ReplayView, n: number): string {
  const { steps, names, is_own } = replay;
  const { seat, action } = steps[n]!;
  if (seat === null || action === null) return '';
  const isReader = is_own && seat === replay.seat;
  return say('replay.did', { name: isReader ? say('replay.you') : names[seat]!, action });
}
