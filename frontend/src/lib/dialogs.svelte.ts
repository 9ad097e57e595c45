/** The dialogs open over the page: content under one is inert, also to screen readers. */

import { untrack } from 'svelte';
import { BackButton } from './backButton';

class Dialogs {
  readonly #back: BackButton;
  #open: readonly HTMLDialogElement[] = $state.raw([]);
  /** The topmost one, null if none is open. */
  readonly #top: HTMLElement | null = $derived(this.#open.at(-1) ?? null);

  /** An attachment for a dialog, which counts as open for as long as it is there. */
  readonly track = (dialog: HTMLDialogElement): (() => void) => {
    this.#open = [...untrack(() => this.#open), dialog];
    this.#back.cover();
    return () => {
      this.#open = this.#open.filter((other) => other !== dialog);
      if (!this.#open.length) this.#back.uncover();
    };
  };

  constructor() {
    this.#back = new BackButton(() => {
      this.#open.at(-1)?.close();
      return this.#open.length > 1; // the one that closes is still among them
    });
  }

  /** An attachment for the home of an only child that moves into the topmost dialog. */
  readonly stayReachable = (home: HTMLElement): (() => void) => {
    const child = home.firstElementChild!;
    this.#top?.append(child);
    return () => home.append(child);
  };
}

export const dialogs = new Dialogs();
