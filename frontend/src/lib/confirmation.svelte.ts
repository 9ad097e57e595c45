/** Confirmation of irreversible actions: a first press asks, and a second one acts. */

/** The time that a question waits for the second press (ms). */
const PATIENCE = 6000;

export class Confirmation {
  /** The name of what waits for its second press. */
  asked: string | null = $state(null);

  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Do it on the second press, if that comes in time and nothing else is pressed before it. */
  press(name: string, act: () => unknown): void {
    clearTimeout(this.#timer);
    if (this.asked === name) {
      this.asked = null;
      void act();
    } else {
      this.asked = name;
      this.#timer = setTimeout(() => this.forget(name), PATIENCE);
    }
  }

  /** Ask no longer whether this is meant; without a name, whatever it was that was asked. */
  forget(name = this.asked): void {
    if (this.asked === name) this.asked = null;
  }
}
