/** The coach: asked once a decision, while one is to act and has switched it on. */

import type { TableSession } from '../../lib/session.svelte';
import type { Advice, Said, TableSeen } from '../../protocol/socket';

export class Coach {
  /** What was said last. */
  #advice: Advice | null = $state.raw(null);
  /** Why nothing is said of a decision. */
  #refusal: { due: string; reason: Said } | null = $state.raw(null);
  #asked = '';

  constructor(private readonly session: TableSession) {}

  /** What is said of the decision that is due on a table. */
  advice(table: TableSeen | null): Advice | null {
    const found = this.#advice;
    return found && table && due(found) === due(table) ? found : null;
  }

  /** Why nothing is said of it. */
  refusal(table: TableSeen | null): Said | null {
    return table && this.#refusal?.due === due(table) ? this.#refusal.reason : null;
  }

  /** Ask about the decision that is due; asking again does nothing. */
  ask(table: TableSeen): void {
    const asked = due(table);
    if (asked === this.#asked) return;
    this.#asked = asked;
    const { hand, decision } = table;
    void this.session.send({ type: 'advise', hand, decision }).then((answer) => {
      if (answer.type === 'advice') this.#advice = answer;
      if (answer.type === 'refusal') this.#refusal = { due: asked, reason: answer.reason };
    });
  }
}

function due({ hand, decision }: { hand: number; decision: number }): string {
  return `${hand} ${decision}`;
}
