/** The position of a replay, moved step by step, by playing, or directly. */

/** A step is in sight for this long while the replay plays (ms). */
export const STEP_TIME = 1600;

/** The action of a key. */
type KeyAction = 'next' | 'previous' | 'first' | 'last' | 'toggle';

const KEYS: Record<string, KeyAction> = {
  ArrowRight: 'next',
  ArrowUp: 'next',
  ArrowLeft: 'previous',
  ArrowDown: 'previous',
  Home: 'first',
  End: 'last',
  ' ': 'toggle',
};
/** They have their own use for the space bar, or for arrows. */
const OWN_SPACE = 'button, a, summary';
const OWN_KEYS = 'input, select, textarea';

export class ReplayPlayer {
  at = $state(0);
  isPlaying = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `last`: the number of the last step. */
  constructor(
    readonly last: number,
    at = 0,
  ) {
    this.at = this.#clamp(at);
  }

  /** Go to a step; what is out of range goes to the nearest. It does not play on from there. */
  go(to: number): void {
    this.pause();
    this.at = this.#clamp(to);
  }

  next(): void {
    this.go(this.at + 1);
  }

  previous(): void {
    this.go(this.at - 1);
  }

  /** Play, from the beginning if it stands at the end; or pause. */
  toggle(): void {
    if (this.isPlaying) return this.pause();
    if (this.at === this.last) this.at = 0;
    this.isPlaying = this.last > 0;
    this.#wait();
  }

  pause(): void {
    this.isPlaying = false;
    clearTimeout(this.#timer);
  }

  run(action: KeyAction): void {
    if (action === 'next') this.next();
    else if (action === 'previous') this.previous();
    else if (action === 'toggle') this.toggle();
    else this.go(action === 'first' ? 0 : this.last);
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (!this.isPlaying) return;
    this.#timer = setTimeout(() => {
      this.at = this.#clamp(this.at + 1);
      if (this.at === this.last) this.pause();
      else this.#wait();
    }, STEP_TIME);
  }

  #clamp(to: number): number {
    return Math.min(Math.max(Math.trunc(to) || 0, 0), this.last);
  }
}

/** The action of a key press in the replayer; null if another element handles it. */
export function replayKey(event: KeyboardEvent): KeyAction | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(OWN_KEYS)) return null;
  const action = KEYS[event.key] ?? null;
  return action === 'toggle' && target?.closest(OWN_SPACE) ? null : action;
}
