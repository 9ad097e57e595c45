/** What has to be heard at once. */

import { untrack } from 'svelte';

export class Voice {
  urgent = $state.raw({ text: '', number: 0 });

  /** Also from an effect, which does not depend on what was said before. */
  say(text: string): void {
    this.urgent = { text, number: untrack(() => this.urgent.number) + 1 };
  }
}
