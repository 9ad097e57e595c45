/** Commands given with a button; those that cannot be undone ask for a second press. */

import { errorMessage } from '../../lib/api';
import type { Command, TableSession } from '../../lib/session.svelte';

/** For how long a question waits for the second press (ms). */
const PATIENCE = 6000;

export class Commands {
  /** Why the last one was refused. */
  refusal = $state('');
  /** The name of the command that waits for its second press. */
  unconfirmed: string | null = $state(null);

  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly session: TableSession) {}

  async send(command: Command): Promise<void> {
    this.unconfirmed = null;
    const answer = await this.session.send(command);
    this.refusal = answer.type === 'refusal' ? answer.reason.text : '';
  }

  /** Run something that goes over HTTP instead of being a command. */
  async run(request: () => Promise<unknown>): Promise<void> {
    this.unconfirmed = null;
    this.refusal = '';
    try {
      await request();
    } catch (error) {
      this.refusal = errorMessage(error);
    }
  }

  /** Ask no longer whether a command is meant. */
  forget(name: string): void {
    if (this.unconfirmed === name) this.unconfirmed = null;
  }

  /** Send or run on the second press, if it comes in time and nothing else is pressed before it. */
  confirm(name: string, action: Command | (() => Promise<unknown>)): void {
    clearTimeout(this.#timer);
    if (this.unconfirmed !== name) {
      this.unconfirmed = name;
      this.#timer = setTimeout(() => this.forget(name), PATIENCE);
    } else void (typeof action === 'function' ? this.run(action) : this.send(action));
  }
}
