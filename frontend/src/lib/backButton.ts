/**
 * The browser's way back, which phones have as a button or a gesture: while something lies over the
 * page, it closes that and the page stays. For this the page has one more entry in the history.
 */

interface Covered {
  /** Is this the entry of something that lies over the page? */
  isCovered?: boolean;
}

export class BackButton {
  #isCovered = false;
  /** Is the entry on its way out, because what it was for is gone? */
  #isLeaving = false;

  /** `close` closes what lies on top, and says whether something is left. */
  constructor(close: () => boolean) {
    addEventListener('popstate', () => {
      const wasLeaving = this.#isLeaving;
      this.#isLeaving = false;
      if (!this.#isCovered) return;
      this.#isCovered = false;
      // A layer opened while the entry was being removed gets an entry of its own.
      if (wasLeaving || close()) this.cover();
    });
  }

  /** Something lies over the page. */
  cover(): void {
    if (this.#isCovered) return;
    this.#isCovered = true;
    if (!isEntry()) history.pushState({ ...(history.state as object), isCovered: true }, '');
  }

  /** Nothing lies over the page any more. What comes in its place at once takes over its entry. */
  uncover(): void {
    if (!this.#isCovered) return;
    this.#isCovered = false;
    setTimeout(() => {
      // Another address has been gone to: that is not to be undone.
      if (this.#isCovered || !isEntry()) return;
      this.#isLeaving = true;
      history.back();
    });
  }
}

function isEntry(): boolean {
  return !!(history.state as Covered | null)?.isCovered;
}
