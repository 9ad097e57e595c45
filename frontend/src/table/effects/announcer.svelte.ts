/** Text for screen readers to say at once. */

import { untrack } from 'svelte';

export class Announcer {
  /** `number` makes the same text new again. */
  latest = $state.raw({ text: '', number: 0 });

  /** Also callable from an effect, which does not come to depend on the text before. */
  announce(text: string): void {
    this.latest = { text, number: untrack(() => this.latest.number) + 1 };
  }

  /** Leave a text no longer to be read that is not so any more; what came after it stays. */
  withdraw(text: string): void {
    if (text && untrack(() => this.latest.text) === text) this.announce('');
  }
}
