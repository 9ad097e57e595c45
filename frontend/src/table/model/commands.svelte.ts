/** Commands given with a button; those that cannot be undone ask for a second press. */

import { errorMessage } from '../../lib/api';
import { Confirmation } from '../../lib/confirmation.svelte';
import type { Command, TableSession } from '../../lib/session.svelte';

export class Commands {
  /** Why the last one was refused. */
  refusal = $state('');
  /** Where it was given: the type of the command, or a name of the button; the reason stands there. */
  place = $state('');
  /** The command waiting for a second press; any other command cancels the question. */
  readonly confirmation = new Confirmation();

  constructor(private readonly session: TableSession) {}

  async send(command: Command, place: string = command.type): Promise<void> {
    this.confirmation.forget();
    this.place = place;
    const answer = await this.session.send(command);
    this.refusal = answer.type === 'refusal' ? answer.reason.text : '';
  }

  /** Run something that goes over HTTP instead of being a command. */
  async run(request: () => Promise<unknown>, place: string): Promise<void> {
    this.confirmation.forget();
    [this.place, this.refusal] = [place, ''];
    try {
      await request();
    } catch (error) {
      this.refusal = errorMessage(error);
    }
  }
}
