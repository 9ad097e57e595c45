/**
 * A WebSocket that reconnects: after growing pauses, or at once when the browser comes online or the
 * page is looked at again. A socket may be dead without being closed, so silence where something had
 * to come counts as a loss too.
 */

import type { FromClient, FromServer } from '../protocol/socket';

export type ConnectionStatus = 'connecting' | 'live' | 'lost' | 'over';

interface ConnectionEvents {
  /** A new socket is open: say hello. */
  opened(): void;
  received(message: FromServer): void;
  /** `tries` since it was last live; `nextTry`: when the next one begins, if one waits. */
  changed(status: ConnectionStatus, tries: number, nextTry: number | null): void;
}

/** The factory of sockets; tests pass another one. */
export type DialSocket = () => WebSocket;

type Timer = ReturnType<typeof setTimeout> | undefined;

/** Pauses before another try (ms). */
const MIN_PAUSE = 500;
const MAX_PAUSE = 8_000;
/** A socket silent for this long (ms) is replaced when the page is looked at again. */
export const STALE_AFTER = 25_000;
/** The most time (ms) for the first message of a new socket, and for the answer to a message. */
export const ANSWER_TIMEOUT = 8_000;

export class Connection {
  #socket: WebSocket | null = null;
  /** Runs until the next try. */
  #pauseTimer: Timer;
  /** Runs out when an answer is overdue. */
  #answerTimer: Timer;
  /** Runs out when an expected message is overdue. */
  #expectTimer: Timer;
  #tries = 0;
  #lastReceived = 0;
  #isOver = false;

  constructor(
    private readonly dial: DialSocket,
    private readonly events: ConnectionEvents,
    private readonly random: () => number = Math.random,
  ) {}

  /** Connect, and stay connected until `close`. */
  open(): void {
    addEventListener('online', this.#wake);
    addEventListener('offline', this.#lose);
    addEventListener('pageshow', this.#wake);
    document.addEventListener('visibilitychange', this.#wake);
    this.#connect();
  }

  /** Disconnect for good. */
  close(): void {
    this.#isOver = true;
    removeEventListener('online', this.#wake);
    removeEventListener('offline', this.#lose);
    removeEventListener('pageshow', this.#wake);
    document.removeEventListener('visibilitychange', this.#wake);
    this.#drop();
    this.events.changed('over', 0, null);
  }

  /** The server has welcomed the client. */
  settled(): void {
    this.#tries = 0;
    this.events.changed('live', 0, null);
  }

  /** Try again now, without the rest of the pause. */
  retry(): void {
    if (!this.#isOver) this.#connect();
  }

  /**
   * Send a message, if a socket is open. Every message is answered soon, except what the coach is
   * asked.
   */
  send(message: FromClient): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify(message));
    if (message.type !== 'advise') this.#answerTimer ??= setTimeout(this.#lose, ANSWER_TIMEOUT);
  }

  /** Expect a message within some ms, or none; this replaces what was expected before. */
  expect(within: number | null): void {
    clearTimeout(this.#expectTimer);
    if (within !== null && this.#socket) this.#expectTimer = setTimeout(this.#lose, within);
  }

  #connect(): void {
    this.#drop();
    this.events.changed(this.#tries ? 'lost' : 'connecting', this.#tries, null);
    const socket = this.dial();
    this.#socket = socket;
    this.#answerTimer = setTimeout(this.#lose, ANSWER_TIMEOUT);
    socket.onopen = () => {
      this.#lastReceived = Date.now();
      this.events.opened();
    };
    socket.onmessage = ({ data }) => {
      this.#lastReceived = Date.now();
      clearTimeout(this.#answerTimer);
      this.#answerTimer = undefined;
      this.events.received(JSON.parse(data as string) as FromServer);
    };
    socket.onclose = this.#lose;
  }

  readonly #lose = (): void => {
    if (!this.#socket) return;
    this.#drop();
    this.#tries += 1;
    const longest = Math.min(MAX_PAUSE, MIN_PAUSE * 2 ** (this.#tries - 1));
    const pause = longest * (0.75 + this.random() / 2);
    this.events.changed('lost', this.#tries, Date.now() + pause);
    this.#pauseTimer = setTimeout(() => this.#connect(), pause);
  };

  #drop(): void {
    for (const timer of [this.#pauseTimer, this.#answerTimer, this.#expectTimer])
      clearTimeout(timer);
    this.#answerTimer = undefined;
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  readonly #wake = (): void => {
    if (this.#isOver || document.visibilityState === 'hidden') return;
    const isOpen = this.#socket?.readyState === WebSocket.OPEN;
    if (!isOpen || Date.now() - this.#lastReceived > STALE_AFTER) this.#connect();
  };
}
