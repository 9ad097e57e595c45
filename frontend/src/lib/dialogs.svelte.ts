/** The boxes that are open over the page: what lies under one is neither reached nor heard. */

import { untrack } from 'svelte';

class Boxes {
  #open: readonly HTMLElement[] = $state.raw([]);
  /** The one on top, null where there is none. */
  readonly front: HTMLElement | null = $derived(this.#open.at(-1) ?? null);

  /** To be attached to a box: it is open for as long as it is there. */
  readonly enter = (box: HTMLElement): (() => void) => {
    this.#open = [...untrack(() => this.#open), box];
    return () => (this.#open = this.#open.filter((other) => other !== box));
  };

  /** To be attached to the home of what must never lie under a box: its only child goes along. */
  readonly follow = (home: HTMLElement): (() => void) => {
    const child = home.firstElementChild!;
    this.front?.append(child);
    return () => home.append(child);
  };
}

export const boxes = new Boxes();
