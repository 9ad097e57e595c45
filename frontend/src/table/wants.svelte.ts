/** Commands given with a tap: what cannot be undone is asked about once more. */

import type { Command, TableSession } from '../lib/session.svelte';

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

  twice(name: string, command: Command): void {
    if (this.asked === name) void this.want(command);
    else this.asked = name;
  }
}
