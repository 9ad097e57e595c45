import { say } from '../lib/words';
import type { ReplayView } from '../protocol/http';

/** What was done at a step, for those of which the log says nothing; empty for the deal. */
export function doneAt({ steps, seat: viewer, names }: ReplayView, n: number): string {
  const { seat, action } = steps[n]!;
  if (seat === null || action === null) return '';
  return say('replay.did', { name: seat === viewer ? say('replay.you') : names[seat]!, action });
}
