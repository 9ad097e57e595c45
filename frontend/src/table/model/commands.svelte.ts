/** Commands given with a tap: what cannot be undone is asked about once more. */

import { NotDone } from '../../lib/api';
import type { Command, TableSession } from '../../lib/session.svelte';

export class Wants {
  /** Why the last one was refused. */
  refusal = $state('');
  /** The name of the command that waits for a second tap. */
  asked: string | null = $state(null);

  constructor(private readonly session: TableSession) {}

  async want(command: Command): Promise<void> {
    this.asked = null;
    const answer = await this.session.send(command);
    this.refusal = answer.type === 'refusal' ? answer.reason.text : '';
  }

  /** Do something that is no command of the table's. */
  async attempt(doing: () => Promise<unknown>): Promise<void> {
    this.asked = null;
    this.refusal = '';
    try {
      await doing();
    } catch (error) {
      if (!(error instanceof NotDone)) throw error;
      this.refusal = error.message;
    }
  }

  twice(name: string, wanted: Command | (() => Promise<unknown>)): void {
    if (this.asked !== name) this.asked = name;
    else void (typeof wanted === 'function' ? this.attempt(wanted) : this.want(wanted));
  }
}
