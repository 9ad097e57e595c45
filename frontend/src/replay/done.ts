import { say } from '../lib/words';
import type { ReplayView } from '../protocol/http';

/** The action of a step, for steps without a line in the log; empty for the deal. */
export function doneAt({ steps, seat: viewer, names }: ReplayView, n: number): string {
  const { seat, action } = steps[n]!;
  if (seat === null || action === null) return '';
  return say('replay.did', { name: seat === viewer ? say('replay.you') : names[seat]!, action });
}
