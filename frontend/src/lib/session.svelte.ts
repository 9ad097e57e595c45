/**
 * A table as one client sees it, kept up to date over a connection that may be lost.
 *
 * Every field is reactive. A view replaces the one before it, and what has not changed in it stays
 * the same object (`share`), so that a component which reads one seat runs when that seat changes.
 */

import type { DealChecker } from '../fairness/checker';
import type { FairCommand } from '../fairness/part';
import { type FairState, NO_DEALS } from '../fairness/dealState';
import type {
  Ack,
  Advice,
  Chances,
  ChatLine,
  ClockView,
  FromClient,
  FromServer,
  Goodbye,
  OwnCards,
  Presence,
  Refusal,
  RoomView,
  SeatChance,
  Sentence,
  TableView,
  View,
} from '../protocol/socket';
import { Connection, type ConnectionStatus, type DialSocket } from './connection';
import { dealMemory } from './dealMemory';
import { newCommandId } from './ids';
import { share } from './sharing';
import { language, say } from './words';

const PROTOCOL = 2;
/** The table may be silent for this long after a clock has run out (ms). */
const GRACE = 5_000;
/** Notices that end an earlier one. */
const OVER = ['room.notice_again', 'room.notice_prepared'];
/** Lines of chat that are kept. */
const MAX_CHAT = 200;

type AnyCommand = Exclude<FromClient, { type: 'hello' }>;
/** A command without its id, which is made here. */
export type Command = AnyCommand extends infer C
  ? C extends AnyCommand
    ? Omit<C, 'id'>
    : never
  : never;
type Answer = Ack | Refusal | Advice | OwnCards;
/** Decides when each view is shown, and may show others on the way to it. */
export interface Presenter {
  receive(view: View, before: View | null, show: (view: View) => void): void;
  hear(chances: Chances): void;
}
type Listener = (view: View, before: View | null) => void;

/** The viewer's identity at this table. */
export interface Identity {
  guest: string | null;
  name: string | null;
  chair: number | null;
}

interface Pending {
  command: AnyCommand;
  resolve: (answer: Answer) => void;
  /** Does it go over one connection alone? */
  isOnce?: boolean;
}

export class TableSession {
  /** The view that is shown: the latest one, unless a presenter is on the way to it. */
  view: View | null = $state.raw(null);
  /** The hand on the table, null before the first one. */
  readonly table: TableView | null = $derived(this.view?.hand ?? null);
  /** The state of the table: chairs, host, clock, phase. */
  readonly room: RoomView | null = $derived(this.view?.room ?? null);
  /** The log of this hand and of what came after it, in the server's sentences. */
  log: Sentence[] = $state.raw([]);
  /** The latest chat and reactions. */
  chat: ChatLine[] = $state.raw([]);
  /** The viewer's unsent chat text. */
  draft = $state('');
  presence: Pick<Presence, 'here' | 'onlookers'> = $state.raw({ here: [], onlookers: 0 });
  /** A message of the server about itself: it cannot write, it is back. */
  notice: Sentence | null = $state.raw(null);
  me: Identity = $state.raw({ guest: null, name: null, chair: null });
  status: ConnectionStatus = $state('connecting');
  /** Failed tries since the connection was lost, and when the next one begins (ms, local time). */
  tries = $state(0);
  nextTry: number | null = $state(null);
  /** Why it is over, if `status` is `over`. */
  goodbye: Goodbye | null = $state.raw(null);
  /** The deals of the latest hands, and their faults. */
  fair: FairState = $state.raw(NO_DEALS);

  /** Called with every line of chat that comes, also with the first ones. */
  onChat: ((line: ChatLine) => void) | null = null;

  /** The chances that stand beside the hands at this stage. */
  chances: readonly SeatChance[] = $state.raw([]);
  /** Shows each view at once while there is none. */
  presenter: Presenter | null = null;

  /** The latest view, shown or not. */
  #latest: View | null = null;
  /** The server's time less the local one (ms). */
  #offset = 0;
  readonly #connection: Connection;
  /** Checks the deals as soon as it is loaded; what the room has said of them by then waits. */
  #checker: DealChecker | null = null;
  #unchecked: FromServer[] | null = [];
  /** Resolves when all that came so far is checked, or cannot be because nothing could be loaded. */
  readonly checking: Promise<void>;
  /** The names of all guests who have been seen here. */
  readonly #names = new Map<string, string>();
  readonly #pending = new Map<string, Pending>();
  readonly #listeners = new Set<Listener>();

  constructor(
    readonly id: string,
    dial: DialSocket = () => new WebSocket(socketAddress()),
    /** `isRail`: look on without a name and without one's own cards, also as a player. */
    private readonly options: { isRail?: boolean } = {},
  ) {
    this.#connection = new Connection(dial, {
      opened: () => this.#hello(),
      received: (message) => this.#receive(message),
      changed: (status, tries, nextTry) => {
        this.status = status;
        this.tries = tries;
        this.nextTry = nextTry;
      },
    });
    this.checking = this.#loadChecker();
  }

  async #loadChecker(): Promise<void> {
    const found = await import('../fairness/checker').catch(() => null);
    const waiting = this.#unchecked!;
    this.#unchecked = null;
    if (!found) return; // and every hand is shown as one that could not be checked
    this.#checker = new found.DealChecker(
      this.id,
      dealMemory(this.id),
      (command) => this.#sendOnce(command),
      (state) => (this.fair = state),
    );
    for (const message of waiting) this.#checker.receive(message);
  }

  /** Connect; `close` ends it. */
  open(): void {
    this.#connection.open();
  }

  /** Leave the table; commands without an answer are refused. */
  close(): void {
    this.#connection.close();
    for (const [id, { resolve }] of this.#pending) resolve(this.#refusal(id));
    this.#pending.clear();
  }

  /** Try again at once. */
  retry(): void {
    this.#connection.retry();
  }

  /** The server's time, by which the clocks of the table run (ms); setting the device's does nothing. */
  now(): number {
    return performance.now() + this.#offset;
  }

  /** Call a listener with every view, none left out; the returned function stops it. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Send a command. The answer comes when the command is on the server's disk or refused. After a
   * lost connection it goes again under the same id, so nothing is done twice; the id of one that
   * was sent by an earlier page is given. When the session is over everything is refused.
   */
  send(command: Command, id: string = newCommandId()): Promise<Answer> {
    const whole = { ...command, id } as AnyCommand;
    if (this.status === 'over') return Promise.resolve(this.#refusal(whole.id));
    return new Promise((resolve) => {
      this.#pending.set(whole.id, { command: whole, resolve });
      if (this.status === 'live') this.#connection.send(whole);
    });
  }

  /** Show a table as it was last seen in this browser, until the room answers. */
  restore(view: View, me: Identity): void {
    this.view = view;
    this.log = view.said;
    this.me = me;
  }

  /** The name of a guest who is or was here. */
  nameOf(guest: string): string {
    return this.#names.get(guest) ?? guest;
  }

  /** Send a command over this connection alone: a new one begins anew. Was it done? */
  async #sendOnce(command: FairCommand): Promise<boolean> {
    if (this.status !== 'live') return false;
    const whole = { ...command, id: newCommandId() };
    const answered = new Promise<Answer>((resolve) => {
      this.#pending.set(whole.id, { command: whole, resolve, isOnce: true });
    });
    this.#connection.send(whole);
    return (await answered).type === 'ack';
  }

  #hello(): void {
    for (const [id, { resolve, isOnce }] of this.#pending) {
      if (!isOnce) continue;
      this.#pending.delete(id);
      resolve(this.#refusal(id));
    }
    const since = this.#latest?.version;
    this.#connection.send({
      type: 'hello',
      protocol: PROTOCOL,
      table: this.id,
      checks: true,
      language: language(),
      ...(this.options.isRail && { rail: true }),
      ...(since !== undefined && { since }),
    });
  }

  #receive(message: FromServer): void {
    switch (message.type) {
      case 'welcome':
        this.#offset = message.now - performance.now();
        this.me = { guest: message.guest, name: message.name, chair: message.chair };
        this.#connection.settled();
        for (const { command } of this.#pending.values()) this.#connection.send(command);
        return this.#check(message);
      case 'view':
        return this.#update(message);
      case 'ack':
      case 'refusal':
      case 'advice':
      case 'own_cards':
        this.#pending.get(message.id)?.resolve(message);
        this.#pending.delete(message.id);
        return;
      case 'chances':
        return this.presenter?.hear(message);
      case 'commitment':
      case 'cut':
      case 'proof':
        return this.#check(message);
      case 'chat_lines':
        this.chat = mergeChat(this.chat, message.lines);
        for (const line of message.lines) this.onChat?.(line);
        return;
      case 'presence':
        for (const { guest, name } of message.here) this.#names.set(guest, name);
        this.presence = share(this.presence, { here: message.here, onlookers: message.onlookers });
        return this.#setClock(message.clock);
      case 'notice':
        this.notice = OVER.includes(message.said.key) ? null : message.said;
        return;
      case 'goodbye':
        return this.#end(message);
    }
  }

  #update(next: View): void {
    const before = this.#latest;
    if (before && next.version < before.version) return;
    this.#latest = next;
    this.#offset = next.now - performance.now();
    this.#connection.expect(longestSilence(next));
    this.#check(next);
    if (this.presenter) this.presenter.receive(next, before, (view) => this.#show(view));
    else this.#show(next);
  }

  /** Show a view. What has not changed in it stays the same object. */
  #show(next: View): void {
    const before = this.view;
    const isNewHand = next.room.hand !== before?.room.hand;
    this.log = next.is_whole || isNewHand ? next.said : [...this.log, ...next.said];
    for (const { guest, name } of next.room.chairs) if (guest) this.#names.set(guest, name);
    this.view = share(before, next);
    this.me = share(this.me, { ...this.me, chair: next.chair });
    for (const listener of this.#listeners) listener(next, before);
  }

  /** Somebody has come or gone, by which the clock that is shown may end sooner or later. */
  #setClock(clock: ClockView | null | undefined): void {
    const view = this.view;
    const shown = view?.room.clock;
    if (!view || !clock || clock.began !== shown?.began || clock.chair !== shown.chair) return;
    this.view = share(view, { ...view, room: { ...view.room, clock } });
    this.#connection.expect(longestSilence({ ...view, now: this.now(), room: this.view.room }));
  }

  #check(message: FromServer): void {
    if (this.#checker) this.#checker.receive(message);
    else this.#unchecked?.push(message);
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

/** The longest silence after a view (ms), null where nothing is due. */
function longestSilence({ now, room }: View): number | null {
  const due = room.clock?.until ?? room.next_hand;
  return due !== null && due > now ? due - now + GRACE : null;
}

/** Lines in the order of their numbers, each once. */
function mergeChat(before: ChatLine[], lines: ChatLine[]): ChatLine[] {
  const last = before.at(-1)?.number ?? 0;
  return [...before, ...lines.filter((line) => line.number > last)].slice(-MAX_CHAT);
}

function socketAddress(): string {
  const { protocol, host } = location;
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/api/socket`;
}
