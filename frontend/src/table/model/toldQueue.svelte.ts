/**
 * What was told of a hand and is not on the table yet: kept in this browser, and sent in its order
 * whenever the room is in reach. Every entry keeps its id and its place among the entries, so the room
 * counts it once however often it goes. One that the room refuses is held with all after it, and says
 * why, until somebody sends it on or leaves it out.
 */

import { newCommandId } from '../../lib/ids';
import { readStored, toldKey, writeStored } from '../../lib/keptTable';
import type { TableSession } from '../../lib/session.svelte';
import type { Entry } from './realCards';

/** An entry, its hand and place there, and its words on the button that told it. */
export interface Told {
  id: string;
  hand: number;
  at: number;
  entry: Entry;
  label: string;
  /** Has it been on its way to the room, which may have it? */
  isSent?: boolean;
  /** Was it told without the room? */
  isKept?: boolean;
}

interface Queue {
  waiting: Told[];
  held: Told[];
  /** Why the first of those held was refused. */
  reason: string;
}

const EMPTY: Queue = { waiting: [], held: [], reason: '' };

/** The place after those that wait, or after the entries that a hand has by the room's view. */
function nextPlace(waiting: readonly Told[], hand: number, entries: number): number {
  const last = waiting.at(-1);
  return last?.hand === hand ? last.at + 1 : entries;
}

export class ToldQueue {
  #queue: Queue = $state.raw(EMPTY);
  /** Why an entry was refused that was told with the room in reach, and is not held. */
  refusal = $state('');
  /** Would the queue survive a reload? */
  isStored = $state(true);
  /** The version of the room at which it had an entry. */
  readonly #taken = new Map<string, number>();
  readonly #key: string;
  #isSending = false;

  constructor(private readonly session: TableSession) {
    this.#key = toldKey(session.id);
    this.keep();
    session.listen(() => void this.send());
  }

  /** Entries that go to the room as soon as it is in reach, the next one first. */
  get waiting(): readonly Told[] {
    return this.#queue.waiting;
  }

  /** Entries that wait for somebody to mend what the room says of the first. */
  get held(): readonly Told[] {
    return this.#queue.held;
  }

  get reason(): string {
    return this.#queue.reason;
  }

  /** May the last entry be taken back here: is it held, or has it never been on its way? */
  get canTakeBack(): boolean {
    return this.held.length > 0 || this.waiting.at(-1)?.isSent === false;
  }

  /** One more entry of a hand that has so many by the room's view. */
  add(entry: Entry, hand: number, entries: number, label: string): Promise<void> {
    this.refusal = '';
    const isKept = this.session.status !== 'live';
    this.#change(({ waiting, ...others }) => {
      const at = nextPlace(waiting, hand, entries);
      const told = { id: newCommandId(), hand, at, entry, label, isSent: false, isKept };
      return { ...others, waiting: [...waiting, told] };
    });
    return this.send();
  }

  /** The room is out of reach, or was: whatever waits is held if the room refuses it. */
  keep(): void {
    this.#change(({ waiting, ...others }) => ({
      ...others,
      waiting: waiting.map((told) => ({ ...told, isKept: true })),
    }));
  }

  /** Take the last entry back, which the room has not. */
  takeBack(): void {
    if (!this.canTakeBack) return;
    this.#change(({ waiting, held, reason }) =>
      held.length
        ? { waiting, held: held.slice(0, -1), reason }
        : { waiting: waiting.slice(0, -1), held, reason },
    );
  }

  /** Leave out the first of those held, whose reason was said. */
  leaveOut(): void {
    this.#change((queue) => ({ ...queue, held: queue.held.slice(1) }));
  }

  /** Send those held after all that a hand has by now; anew, since the room has refused them. */
  sendOn(hand: number, entries: number): Promise<void> {
    this.#change(({ waiting, held }) => {
      const first = nextPlace(waiting, hand, entries);
      const anew = held
        .filter((told) => told.hand === hand)
        .map((told, n) => ({ ...told, id: newCommandId(), at: first + n, isSent: false }));
      return { waiting: [...waiting, ...anew], held: [], reason: '' };
    });
    return this.send();
  }

  /** Send what waits, one after the other, while the room is in reach. */
  async send(): Promise<void> {
    this.#settle();
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      for (let next = this.#next(); next; next = this.#next()) await this.#sendOne(next);
    } finally {
      this.#isSending = false;
    }
  }

  #next(): Told | undefined {
    if (this.session.status !== 'live') return undefined;
    return this.waiting.find(({ id }) => !this.#taken.has(id));
  }

  async #sendOne({ id, hand, at, entry }: Told): Promise<void> {
    this.#change((queue) => ({
      ...queue,
      waiting: queue.waiting.map((told) => (told.id === id ? { ...told, isSent: true } : told)),
    }));
    const answer = await this.session.send({ type: 'tell', hand, at, entry }, id);
    if (answer.type === 'ack') this.#taken.set(id, answer.version);
    // A page that is left answers by itself, and the room may have the entry or not.
    else if (answer.type === 'refusal' && (this.session.status !== 'over' || this.session.goodbye))
      this.#refuse(answer.reason.text);
    this.#settle();
  }

  /** Forget what stands on the table by now, or belongs to an earlier hand. */
  #settle(): void {
    const view = this.session.view;
    if (!this.waiting.some((told) => this.#taken.has(told.id))) return;
    const stands = ({ id, hand, at }: Told): boolean => {
      const version = this.#taken.get(id);
      if (version === undefined || !view) return false;
      const entries = view.real?.hand === hand ? view.real.entries.length : Infinity;
      return view.version >= version || entries > at;
    };
    this.#change((queue) => ({ ...queue, waiting: queue.waiting.filter((told) => !stands(told)) }));
  }

  /** The first one that waits is refused: by itself it is only said, else all that wait are held. */
  #refuse(reason: string): void {
    const left = this.waiting.filter(({ id }) => !this.#taken.has(id));
    if (left.length > 1 || left[0]?.isKept) return this.#hold(reason);
    this.refusal = reason;
    this.#change((queue) => ({ ...queue, waiting: [] }));
  }

  #hold(reason: string): void {
    this.#change(({ waiting, held }) => {
      const isTaken = ({ id }: Told): boolean => this.#taken.has(id);
      const left = waiting
        .filter((told) => !isTaken(told))
        .map((told) => ({ ...told, isKept: true }));
      return { waiting: waiting.filter(isTaken), held: [...left, ...held], reason };
    });
  }

  /** Another tab of this table may have changed what is stored. */
  #change(edit: (queue: Queue) => Queue): void {
    const next = edit(this.isStored ? (readStored<Queue>(this.#key) ?? EMPTY) : this.#queue);
    this.#queue = { ...next, reason: next.held.length ? next.reason : '' };
    const isEmpty = !next.waiting.length && !next.held.length;
    this.isStored = writeStored(this.#key, isEmpty ? null : this.#queue);
  }
}
