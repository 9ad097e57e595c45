/**
 * Protects against pressing a button that has just changed under the finger: new buttons ignore
 * presses for a moment, and so does a press that began on other buttons.
 */

/** New buttons ignore presses for this long (ms). */
export const GUARD_TIME = 300;

export class PressGuard {
  /** The meaning of the buttons shown, and its start. */
  #shown = '';
  #since = -Infinity;
  /** Their meaning when the current press began. */
  #pressed: string | null = null;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Say what the buttons mean from now on. */
  show(meaning: string): void {
    if (meaning === this.#shown) return;
    this.#shown = meaning;
    this.#since = this.now();
  }

  /** A press begins. */
  press(): void {
    this.#pressed = this.#shown;
  }

  /** The press is cancelled. */
  release(): void {
    this.#pressed = null;
  }

  /** May the press that ends now act? */
  allows(): boolean {
    const began = this.#pressed ?? this.#shown;
    this.#pressed = null;
    return began === this.#shown && this.now() - this.#since >= GUARD_TIME;
  }
}
