/**
 * A socket that comes back: with growing pauses, at once when the browser is online again or the
 * page is looked at again. A line may be dead without being closed, so silence where something had
 * to be heard is a loss too.
 */

import type { FromClient, FromServer } from '../protocol/socket';

export type Status = 'connecting' | 'live' | 'lost' | 'over';

export interface Events {
  /** A new socket is open: say hello. */
  opened(): void;
  heard(message: FromServer): void;
  /** `tries` since the last time it was live; `next`: when the next one begins, if one waits. */
  changed(status: Status, tries: number, next: number | null): void;
}

/** How a socket is made; a test makes others. */
export type Dial = () => WebSocket;

type Timer = ReturnType<typeof setTimeout> | undefined;

const SHORTEST = 500;
const LONGEST = 8_000;
/** A socket that says nothing for so long is tried anew when the page is looked at again. */
export const SILENCE = 25_000;
/** So long may an answer take: the first message of a new socket, and any after something was said. */
export const PATIENCE = 8_000;

export class Connection {
  #socket: WebSocket | null = null;
  /** The pause before the next try. */
  #pause: Timer;
  /** Runs out when an answer has not come. */
  #doubt: Timer;
  /** Runs out when what had to happen by then has not been heard of. */
  #due: Timer;
  #tries = 0;
  #heard = 0;
  #isOver = false;

  constructor(
    private readonly dial: Dial,
    private readonly events: Events,
    private readonly random: () => number = Math.random,
  ) {}

  /** Connect, and stay connected until `close`. */
  open(): void {
    addEventListener('online', this.#wake);
    addEventListener('offline', this.#lose);
    addEventListener('pageshow', this.#wake);
    document.addEventListener('visibilitychange', this.#wake);
    this.#try();
  }

  /** No more of it. */
  close(): void {
    this.#isOver = true;
    removeEventListener('online', this.#wake);
    removeEventListener('offline', this.#lose);
    removeEventListener('pageshow', this.#wake);
    document.removeEventListener('visibilitychange', this.#wake);
    this.#drop();
    this.events.changed('over', 0, null);
  }

  /** The first message after it was opened has shown that all is well. */
  settled(): void {
    this.#tries = 0;
    this.events.changed('live', 0, null);
  }

  /** Try again now, without the rest of the pause. */
  retry(): void {
    if (!this.#isOver) this.#try();
  }

  /**
   * Say something, where there is somebody to hear it. Everything that is said is answered soon, but
   * what the coach is asked.
   */
  say(message: FromClient): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify(message));
    if (message.type !== 'advise') this.#doubt ??= setTimeout(this.#lose, PATIENCE);
  }

  /** Something has to be heard within so many ms; what was expected before is not any more. */
  expect(within: number | null): void {
    clearTimeout(this.#due);
    if (within !== null && this.#socket) this.#due = setTimeout(this.#lose, within);
  }

  #try(): void {
    this.#drop();
    this.events.changed(this.#tries ? 'lost' : 'connecting', this.#tries, null);
    const socket = this.dial();
    this.#socket = socket;
    this.#doubt = setTimeout(this.#lose, PATIENCE);
    socket.onopen = () => {
      this.#heard = Date.now();
      this.events.opened();
    };
    socket.onmessage = ({ data }) => {
      this.#heard = Date.now();
      clearTimeout(this.#doubt);
      this.#doubt = undefined;
      this.events.heard(JSON.parse(data as string) as FromServer);
    };
    socket.onclose = this.#lose;
  }

  readonly #lose = (): void => {
    if (!this.#socket) return;
    this.#drop();
    this.#tries += 1;
    const pause = Math.min(LONGEST, SHORTEST * 2 ** (this.#tries - 1)) * (0.75 + this.random() / 2);
    this.events.changed('lost', this.#tries, Date.now() + pause);
    this.#pause = setTimeout(() => this.#try(), pause);
  };

  #drop(): void {
    for (const timer of [this.#pause, this.#doubt, this.#due]) clearTimeout(timer);
    this.#doubt = undefined;
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  readonly #wake = (): void => {
    if (this.#isOver || document.visibilityState === 'hidden') return;
    const isOpen = this.#socket?.readyState === WebSocket.OPEN;
    if (!isOpen || Date.now() - this.#heard > SILENCE) this.#try();
  };
}
