/**
 * A socket that comes back: with growing pauses, at once when the browser is online again or the
 * page is looked at again.
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

const SHORTEST = 500;
const LONGEST = 8_000;
/** A socket that says nothing for so long is tried anew when the page is looked at again. */
export const SILENCE = 25_000;
/** So long may a socket take to open. */
export const PATIENCE = 8_000;

export class Connection {
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
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
    addEventListener('pageshow', this.#wake);
    document.addEventListener('visibilitychange', this.#wake);
    this.#try();
  }

  /** No more of it. */
  close(): void {
    this.#isOver = true;
    removeEventListener('online', this.#wake);
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

  /** Say something, where there is somebody to hear it. */
  say(message: FromClient): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #try(): void {
    this.#drop();
    this.events.changed(this.#tries ? 'lost' : 'connecting', this.#tries, null);
    const socket = this.dial();
    this.#socket = socket;
    this.#timer = setTimeout(() => this.#lose(), PATIENCE);
    socket.onopen = () => {
      clearTimeout(this.#timer);
      this.#heard = Date.now();
      this.events.opened();
    };
    socket.onmessage = ({ data }) => {
      this.#heard = Date.now();
      this.events.heard(JSON.parse(data as string) as FromServer);
    };
    socket.onclose = () => this.#lose();
  }

  #lose(): void {
    this.#drop();
    this.#tries += 1;
    const pause = Math.min(LONGEST, SHORTEST * 2 ** (this.#tries - 1)) * (0.75 + this.random() / 2);
    this.events.changed('lost', this.#tries, Date.now() + pause);
    this.#timer = setTimeout(() => this.#try(), pause);
  }

  #drop(): void {
    clearTimeout(this.#timer);
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
