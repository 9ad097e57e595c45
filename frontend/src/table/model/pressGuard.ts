/**
 * Keeps a button from doing what it did not say when the finger went for it: buttons that have just
 * changed are deaf for a moment, and a press that began on other buttons does nothing.
 */

/** So long are new buttons deaf (ms). */
export const DEAF = 300;

export class Guard {
  #shown = '';
  #since = -Infinity;
  #pressed: string | null = null;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** What the buttons mean from now on. */
  show(meaning: string): void {
    if (meaning === this.#shown) return;
    this.#shown = meaning;
    this.#since = this.now();
  }

  /** A finger or a key goes down. */
  press(): void {
    this.#pressed = this.#shown;
  }

  /** The finger has left without a press. */
  release(): void {
    this.#pressed = null;
  }

  /** May the press that ends now act? */
  allows(): boolean {
    const began = this.#pressed ?? this.#shown;
    this.#pressed = null;
    return began === this.#shown && this.now() - this.#since >= DEAF;
  }
}
