/** The coach's advice: requested once a decision, if the viewer is to act and has it switched on. */

import type { TableSession } from '../../lib/session.svelte';
import type { Advice, Sentence, TableView } from '../../protocol/socket';

export class CoachAdvice {
  #latest: Advice | null = $state.raw(null);
  #refusal: { decision: string; reason: Sentence } | null = $state.raw(null);
  #requested = { decision: '', outlook: false };

  constructor(private readonly session: TableSession) {}

  /** The advice on the table's current decision, null if there is none. */
  advice(table: TableView | null): Advice | null {
    const latest = this.#latest;
    return latest && table && decisionKey(latest) === decisionKey(table) ? latest : null;
  }

  /** Why there is no advice on the table's current decision. */
  refusal(table: TableView | null): Sentence | null {
    return table && this.#refusal?.decision === decisionKey(table) ? this.#refusal.reason : null;
  }

  /** Ask about the current decision, with the end of the hand or without; asking again does nothing. */
  request(table: TableView, outlook = false): void {
    const key = decisionKey(table);
    const before = this.#requested;
    if (key === before.decision && (before.outlook || !outlook)) return;
    this.#requested = { decision: key, outlook };
    const { hand, decision } = table;
    void this.session.send({ type: 'advise', hand, decision, outlook }).then((answer) => {
      if (answer.type === 'advice') this.#latest = answer;
      if (answer.type === 'refusal') this.#refusal = { decision: key, reason: answer.reason };
    });
  }
}

function decisionKey({ hand, decision }: { hand: number; decision: number }): string {
  return `${hand} ${decision}`;
}
