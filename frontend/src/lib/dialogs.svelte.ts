/** The dialogs open over the page: what lies under one can be neither reached nor heard. */

import { untrack } from 'svelte';

class Dialogs {
  #open: readonly HTMLElement[] = $state.raw([]);
  /** The topmost one, null if none is open. */
  readonly #top: HTMLElement | null = $derived(this.#open.at(-1) ?? null);

  /** An attachment for a dialog, which counts as open for as long as it is there. */
  readonly track = (dialog: HTMLElement): (() => void) => {
    this.#open = [...untrack(() => this.#open), dialog];
    return () => (this.#open = this.#open.filter((other) => other !== dialog));
  };

  /** An attachment for the home of an only child that moves into the topmost dialog. */
  readonly stayReachable = (home: HTMLElement): (() => void) => {
    const child = home.firstElementChild!;
    this.#top?.append(child);
    return () => home.append(child);
  };
}

export const dialogs = new Dialogs();
