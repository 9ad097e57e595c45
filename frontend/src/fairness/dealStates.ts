/**
 * The protocol of fair deals, by the table that Python's clients read too: a message leads from
 * state to state, or it is a breach (`sidepot.room.client.deal_states`).
 */

import { deals, notices, views } from '../../../src/sidepot/room/client/deal_states.json';
import type { Commitment, Cut, View } from '../protocol/socket';
import type { BreachKind } from './dealState';

type States = Record<string, Record<string, string[] | undefined>>;
/** Events that an honest room may cause too, but that players are told of. */
type Notice = 'gap';
/** The finding about a message. */
export type Said = BreachKind | Notice;

/** The place of a commitment in the chain. */
export interface Link {
  hand: number;
  turn: number;
  commitment: string;
}

/** Is it no breach that is said? */
export function isNotice(said: Said): said is Notice {
  return notices.includes(said);
}

/** A state, which begins and begins again as unsure. */
class Track {
  state = 'unsure';

  constructor(private readonly states: States) {}

  /** Follow a message of that name to the next state; returns its finding, if any. */
  take(name: string): Said | null {
    const [to, said] = this.states[this.state]![name] ?? [this.state];
    this.state = to!;
    return (said as Said | undefined) ?? null;
  }

  /** Messages may be missed from now on. */
  lose(): void {
    this.state = 'unsure';
  }
}

/** The commitments and cuts of a table, of which an open connection loses none by itself. */
export class DealTrack<Last extends Link> extends Track {
  /** The cut of the last commitment. */
  #cut: Cut | null = null;

  /** `last`: the last commitment that an earlier page has seen. */
  constructor(public last: Last | null) {
    super(deals);
  }

  /** The name of a commitment that comes now. */
  nameCommitment(message: Commitment): string {
    const { last } = this;
    if (message.commitment === last?.commitment) return 'same';
    if (order(message, last) <= 0) return 'old';
    const isNext = message.prev === last?.commitment;
    const [hands, turns] = [message.hand - (last?.hand ?? 0), message.turn - (last?.turn ?? 0)];
    if (last && hands === 0 && turns === 1) return isNext ? 'refix' : 'fork';
    return isNext && hands === 1 && message.turn === 1 ? 'fix' : 'broken';
  }

  /** Remember a commitment as the last one. */
  remember(last: Last): void {
    this.last = last;
    this.#cut = null;
  }

  /** The name of a cut that comes now; the first one of a commitment is remembered. */
  nameCut(message: Cut): string {
    if (order(message, this.last) !== 0) return 'stray';
    const before = this.#cut;
    this.#cut ??= message;
    return before ? (isSame(before, message) ? 'recut' : 'other') : 'cut';
  }
}

/** The views of a table, and the proofs that are due after hands. */
export class ViewTrack extends Track {
  /** The number of the last hand that a view showed. */
  hand: number | null = null;
  /** The highest such number. */
  #highest = 0;
  /** Is it played no more? */
  isOver = true;
  /** Is it shown no more? */
  #isGone = false;
  /** Did no view come on this connection yet? */
  isFirst = true;
  /** The decision of the last view, and that of the next one if it is another. */
  #decisions = [-1, -1];
  /** The number of cards that were shown after the hand. */
  #shown = 0;

  constructor() {
    super(views);
  }

  override lose(): void {
    super.lose();
    this.isFirst = true;
  }

  /**
   * The names of a view that comes now, which is remembered: were the decks of its hand fixed, was
   * the cut told, and were those of a later hand fixed?
   */
  names(view: View, isFixed: boolean, isCut: boolean, isNextFixed: boolean): string[] {
    const found = this.#name(view, isFixed, isCut);
    const name = found === 'more' && isNextFixed ? 'late' : found;
    this.#remember(view);
    return this.isOver && isDealt(name) ? [name, 'end'] : [name];
  }

  #name(view: View, isFixed: boolean, isCut: boolean): string {
    const { hand } = view;
    const step = view.room.hand - (this.hand ?? view.room.hand);
    if (this.#isBack(view, step)) return 'back';
    if (this.isFirst || view.is_whole) return this.isFirst ? 'first' : 'whole';
    if (step === 0 && this.isOver) return shown(view) > this.#shown ? 'more' : 'rest';
    if (!hand) return 'off';
    if (step > 0 ? hand.decision > 0 : !this.#decisions.includes(hand.decision)) return 'skip';
    if (step === 0) return hand.result.length ? 'end' : 'play';
    return isFixed ? (isCut ? 'deal' : 'uncut') : 'unfixed';
  }

  /** Does a room that numbers its hands and decisions upwards not come to a view? */
  #isBack({ hand, room, is_whole }: View, step: number): boolean {
    if (step && room.hand <= this.#highest) return true;
    if (step > 1 && !this.isFirst && !is_whole) return true;
    if (hand && hand.hand !== room.hand) return true;
    if (step || !hand || this.hand === null) return false;
    const isAgain = this.#isGone || (this.isOver && !hand.result.length);
    return isAgain || hand.decision < this.#decisions[0]!;
  }

  #remember(view: View): void {
    const { hand, room } = view;
    if (room.hand !== this.hand) this.#decisions = [-1, -1];
    this.hand = room.hand;
    this.#highest = Math.max(this.#highest, room.hand);
    this.isFirst = false;
    this.#isGone = !hand;
    this.isOver = !hand || hand.result.length > 0;
    this.#shown = shown(view);
    const next = Math.max(1, hand?.asked?.length ?? 0);
    if (hand) this.#decisions = [hand.decision, hand.decision + next];
  }
}

/** Is that the name of the first view of a hand? */
export function isDealt(name: string): boolean {
  return ['deal', 'uncut', 'unfixed'].includes(name);
}

/** Below 0 if one deal is before the other, 0 for the same turn; hands count from 1. */
export function order(one: { hand: number; turn: number }, other: Link | null): number {
  return one.hand - (other?.hand ?? 0) || one.turn - (other?.turn ?? 0);
}

/** The number of cards that were shown after a hand. */
function shown({ room }: View): number {
  return room.rabbit.length + Object.values(room.shown).flat().length;
}

function isSame(one: Cut, other: Cut): boolean {
  const guests = Object.keys(one.seeds);
  return (
    one.table === other.table &&
    one.dealt === other.dealt &&
    guests.length === Object.keys(other.seeds).length &&
    guests.every((guest) => one.seeds[guest] === other.seeds[guest])
  );
}
