/**
 * A table as one person sees it, kept up to date over a connection that may be lost.
 *
 * Every field is reactive. A view replaces the one before it, and what has not changed in it stays
 * the same object (`share`), so that a component which reads one seat is run when that seat changes.
 */

import type {
  Ack,
  Advice,
  ChatLine,
  FromClient,
  FromServer,
  Goodbye,
  Presence,
  Refusal,
  RoomSeen,
  Said,
  TableSeen,
  View,
} from '../protocol/socket';
import { Connection, type Dial, type Status } from './connection';
import { newId } from './ids';
import { share } from './sharing';
import { say } from './words';

export const PROTOCOL = 1;
/** So long after a clock has run out the table may be silent (ms). */
const LATE = 5_000;
/** Lines of chat that are kept. */
const MOST_SAID = 200;

type AnyCommand = Exclude<FromClient, { type: 'hello' }>;
/** A command as the table gives it: the id is made here. */
export type Command = AnyCommand extends infer C
  ? C extends AnyCommand
    ? Omit<C, 'id'>
    : never
  : never;
export type Answer = Ack | Refusal | Advice;
export type Listener = (view: View, before: View | null) => void;

/** Who one is here. */
export interface Me {
  guest: string | null;
  name: string | null;
  chair: number | null;
}

interface Pending {
  command: AnyCommand;
  answer: (answer: Answer) => void;
}

export class TableSession {
  /** The last view, whole. */
  view: View | null = $state.raw(null);
  /** The hand on the table, null before the first one. */
  readonly table: TableSeen | null = $derived(this.view?.hand ?? null);
  /** The table as a piece of furniture: chairs, host, clock, phase. */
  readonly room: RoomSeen | null = $derived(this.view?.room ?? null);
  /** What was said of this hand, and since it: the table talk, as the server words it. */
  talk: Said[] = $state.raw([]);
  /** Chat and reactions, the last of them. */
  said: ChatLine[] = $state.raw([]);
  presence: Pick<Presence, 'here' | 'onlookers'> = $state.raw({ here: [], onlookers: 0 });
  /** What the room says beside the table: it cannot write, it is back. */
  notice: Said | null = $state.raw(null);
  me: Me = $state.raw({ guest: null, name: null, chair: null });
  status: Status = $state('connecting');
  /** Failed tries since the connection was lost, and when the next one begins (ms, our clock). */
  tries = $state(0);
  nextTry: number | null = $state(null);
  /** Why it is over, where `status` is `over`. */
  goodbye: Goodbye | null = $state.raw(null);

  #offset = 0;
  readonly #connection: Connection;
  readonly #pending = new Map<string, Pending>();
  readonly #listeners = new Set<Listener>();

  constructor(
    readonly id: string,
    dial: Dial = () => new WebSocket(socketAddress()),
  ) {
    this.#connection = new Connection(dial, {
      opened: () => this.#hello(),
      heard: (message) => this.#hear(message),
      changed: (status, tries, next) => {
        this.status = status;
        this.tries = tries;
        this.nextTry = next;
      },
    });
  }

  /** Connect; `close` ends it. */
  open(): void {
    this.#connection.open();
  }

  /** Go away from the table; what waits for an answer is refused. */
  close(): void {
    this.#connection.close();
    for (const [id, { answer }] of this.#pending) answer(this.#refusal(id));
    this.#pending.clear();
  }

  /** Try again at once. */
  retry(): void {
    this.#connection.retry();
  }

  /** The time of the server, by which clocks of the table run (ms). */
  now(): number {
    return Date.now() + this.#offset;
  }

  /** Be called with each view after it is there, for what moves and sounds. The answer ends it. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Want something done. The answer comes when it is on the server's disk or refused; after a lost
   * connection the same command goes again under the same id, and nothing is done twice. When the
   * session is over everything is refused.
   */
  send(command: Command): Promise<Answer> {
    const whole = { ...command, id: newId() } as AnyCommand;
    if (this.status === 'over') return Promise.resolve(this.#refusal(whole.id));
    return new Promise((answer) => {
      this.#pending.set(whole.id, { command: whole, answer });
      if (this.status === 'live') this.#connection.say(whole);
    });
  }

  #hello(): void {
    const since = this.view?.version;
    this.#connection.say({
      type: 'hello',
      protocol: PROTOCOL,
      table: this.id,
      ...(since !== undefined && { since }),
    });
  }

  #hear(message: FromServer): void {
    switch (message.type) {
      case 'welcome':
        this.#offset = message.now - Date.now();
        this.me = { guest: message.guest, name: message.name, chair: message.chair };
        this.#connection.settled();
        for (const { command } of this.#pending.values()) this.#connection.say(command);
        return;
      case 'view':
        return this.#see(message);
      case 'ack':
      case 'refusal':
      case 'advice':
        this.#pending.get(message.id)?.answer(message);
        this.#pending.delete(message.id);
        return;
      case 'chat_lines':
        this.said = merged(this.said, message.lines);
        return;
      case 'presence':
        this.presence = share(this.presence, { here: message.here, onlookers: message.onlookers });
        return;
      case 'notice':
        this.notice = message.said.key === 'room.notice_again' ? null : message.said;
        return;
      case 'goodbye':
        return this.#end(message);
    }
  }

  #see(next: View): void {
    const before = this.view;
    if (before && next.version < before.version) return;
    this.#offset = next.now - Date.now();
    this.#connection.expect(silence(next));
    const isNewHand = next.room.hand !== before?.room.hand;
    this.talk = next.is_whole || isNewHand ? next.told : [...this.talk, ...next.told];
    this.view = share(before, next);
    this.me = share(this.me, { ...this.me, chair: next.chair });
    for (const listener of this.#listeners) listener(next, before);
  }

  #end(goodbye: Goodbye): void {
    if (goodbye.reason === 'slow' || goodbye.reason === 'closed') return;
    this.goodbye = goodbye;
    this.close();
  }

  #refusal(id: string): Refusal {
    const reason = this.goodbye?.said ?? { key: '', values: {}, text: say('coming.over') };
    return { type: 'refusal', id, reason, menu: [] };
  }
}

/** So long may nothing be heard after a view (ms), if something has to happen at a known time. */
function silence({ now, room }: View): number | null {
  const due = room.clock?.until ?? room.next_hand;
  return due !== null && due > now ? due - now + LATE : null;
}

/** Lines by their numbers, each once. */
function merged(before: ChatLine[], lines: ChatLine[]): ChatLine[] {
  const last = before.at(-1)?.number ?? 0;
  return [...before, ...lines.filter((line) => line.number > last)].slice(-MOST_SAID);
}

function socketAddress(): string {
  const { protocol, host } = location;
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/api/socket`;
}
