/** Checks the deals of a table, message by message, and takes part in them (`part.ts`). */

import type { Commitment, Cut, Proof, View } from '../protocol/socket';
import { commitment, dealt, NO_COMMITMENT, openPledges } from './deals';
import type { BreachKind, DealState, FairState } from './dealState';
import type { Hex } from './hashing';
import { Part, type SendFair } from './part';
import { wrongProof } from './proofs';
import { deckByRules } from './rules';
import { SeenCards } from './seenCards';

/** What this browser keeps for a table. */
export interface Remembered {
  /** The secret of which seeds are made. */
  master: Hex;
  /** The commitment seen last. */
  last: Seen | null;
}

interface Seen {
  hand: number;
  turn: number;
  commitment: Hex;
  /** The commitment after which the seed was made that was revealed for this one. */
  base: Hex;
}

export interface DealMemory {
  read(): Remembered;
  write(remembered: Remembered): void;
}

/** What is kept of a deal to check what comes after. */
interface Deal {
  state: DealState;
  commitment: Commitment;
  cut: Cut | null;
  /** The cards of the game by its rules, as soon as a view has told a game that is known. */
  deck: string[] | null;
  /** Is this browser's pledge not in, though the room had taken it? */
  isDropped: boolean;
  /** The viewer's chair when the commitment came. */
  chair: OwnChair | null;
  hasProof: boolean;
  /** The cards to come that its proof opens. */
  rabbit: string[];
  /** Did this connection see the hand before it was over, and no gap since? */
  isWatched: boolean;
  /** May something about it not have come through since its commitment came? */
  hasGap: boolean;
}

/** The viewer's chair, as far as it decides whether they are dealt in. */
interface OwnChair {
  status: string;
  stack: number;
}

/** Deals that are kept: proofs of a hand may come after the next commitment. */
const MAX_DEALS = 3;

export class DealChecker {
  state: FairState = { deals: {}, breaches: [] };

  #me: { guest: string; name: string } | null = null;
  readonly #part: Part;
  /** The commitment seen last: by this page, or by the one before. */
  #last: Seen | null;
  /** Has this connection brought a commitment? Before, the chain may have gone on without it. */
  #isContinuous = false;
  /** Had the room taken the current pledge when the latest view came? */
  #wasPledged = false;
  readonly #deals = new Map<number, Deal>();
  readonly #seen = new Map<number, SeenCards>();
  /** The latest view of this connection. */
  #view: View | null = null;
  /** The viewer's chair in the latest view. */
  #chair: OwnChair | null = null;
  /** Commitments and cuts that are no breach if there was a gap, which the next view tells. */
  #held: (() => void)[] = [];

  constructor(
    private readonly table: string,
    private readonly memory: DealMemory,
    send: SendFair,
    private readonly changed: (state: FairState) => void,
    private readonly now: () => number = Date.now,
  ) {
    const { master, last } = memory.read();
    this.#part = new Part(master, send);
    this.#last = last;
  }

  /** A new connection is welcomed, as a guest or as somebody without a name. */
  welcome(guest: string | null, name: string | null): void {
    this.#release();
    this.#miss();
    this.#part.forget();
    this.#me = guest === null ? null : { guest, name: name ?? '' };
    this.#wasPledged = false;
    this.#view = null;
    const { last } = this.memory.read();
    if (last && order(last, this.#last) > 0) this.#last = last;
    if (this.#me) this.#pledge();
  }

  commitment(message: Commitment): void {
    const run = () => this.#guard(message.hand, 'commitment', () => this.#commit(message));
    if (this.#held.length || this.#mayBeGap(message)) this.#held.push(run);
    else run();
  }

  cut(message: Cut): void {
    const run = () => this.#guard(message.hand, 'seed', () => this.#cut(message));
    if (this.#held.length) this.#held.push(run);
    else run();
  }

  proof(message: Proof): void {
    this.#guard(message.hand, 'card', () => this.#prove(message));
  }

  /** A view: cards that it shows, and a deal in which the viewer has a seat. */
  view(view: View): void {
    const before = this.#view;
    const isGap = before !== null && view.is_whole;
    if (isGap) this.#isContinuous = false;
    this.#release();
    if (isGap) this.#miss();
    this.#view = view;
    this.#watch(view);
    const wasPledged = this.#wasPledged;
    this.#wasPledged = this.#part.isPledged;
    const chair = this.#chair;
    this.#chair = this.#chairIn(view);
    if (before && !mayFollow(before, view)) this.#breach(numberOf(view), 'number');
    this.#compareRabbit(view);
    if (!view.hand || view.hand.seat === null || !before || isGap) return;
    if (before.hand?.hand === view.hand.hand) return;
    const { hand } = view.hand;
    const deal = this.#deals.get(hand);
    if (deal ? isLeftOut(deal, chair) : wasPledged) this.#breach(hand, 'pledge');
    if (deal && !deal.cut && !deal.hasGap) this.#breach(hand, 'seed');
    if (before.hand) this.#expectProof(before.hand.hand);
  }

  /** Other cards to come than the proof of the hand opens are a breach. */
  #compareRabbit({ room }: View): void {
    const opened = this.#deals.get(room.hand)?.rabbit ?? [];
    const isOther = opened.length > 0 && room.rabbit.some((card) => !opened.includes(card));
    if (isOther) this.#breach(room.hand, 'card');
  }

  /** The hand is over and the next one is dealt: its proof has to be there. */
  #expectProof(hand: number): void {
    const deal = this.#deals.get(hand);
    if (deal?.isWatched && !deal.hasProof) this.#breach(hand, 'cards');
  }

  /** Something may not have come through. */
  #miss(): void {
    this.#isContinuous = false;
    for (const deal of this.#deals.values()) {
      deal.isWatched = false;
      deal.hasGap = true;
    }
  }

  /**
   * Does a commitment not follow the one before, as after a gap? When another process has changed
   * the table, the last commitment comes before the view that tells of the gap.
   */
  #mayBeGap(message: Commitment): boolean {
    const last = this.#last;
    return (
      this.#isContinuous &&
      last !== null &&
      order(message, last) > 0 &&
      this.#isChainBroken(message, last)
    );
  }

  /** Look at what was held back. */
  #release(): void {
    const held = this.#held;
    this.#held = [];
    for (const run of held) run();
  }

  /** What cannot be read is a breach like any other. */
  #guard(hand: number, kind: BreachKind, run: () => void): void {
    try {
      run();
    } catch {
      this.#breach(hand, kind);
    }
  }

  #pledge(): void {
    this.#part.pledge(this.#last?.commitment ?? NO_COMMITMENT);
  }

  #commit(message: Commitment): void {
    const found = this.#commitmentBreaches(message);
    const { hand, turn } = message;
    const wasPledged = this.#part.isPledged;
    const isMissing = this.#me !== null && message.missing.flat().includes(this.#me.name);
    const base = this.#baseOf(message);
    const own = this.#me ? message.pledges[this.#me.guest] : undefined;
    if (own && !base && this.#part.isUsed(own)) found.push('pledge');
    this.#keep(message, {
      state: {
        hand,
        turn,
        fixed: this.#view || message.awaited ? this.now() : null,
        commitment: message.commitment,
        stage: 'fixed',
        own: base ? 'in' : own ? 'elsewhere' : 'out',
        cutters: Object.keys(message.pledges),
        missing: message.missing,
        isProven: false,
        isDeckKnown: false,
      },
      commitment: message,
      cut: null,
      deck: null,
      isDropped: !own && wasPledged && !isMissing,
      chair: this.#chair,
      hasProof: false,
      rabbit: [],
      isWatched: false,
      hasGap: false,
    });
    for (const kind of found) this.#breach(hand, kind);
    if (!found.includes('commitment')) this.#goOn(message, base ?? NO_COMMITMENT);
    if (found.length) return;
    if (base && message.awaited) this.#part.reveal(message, base, own!, () => this.#pledge());
    else if (this.#me && isMissing) this.#pledge();
  }

  #commitmentBreaches(message: Commitment): BreachKind[] {
    const { table, hand, turn, prev, streams, roots, missing } = message;
    const pledges = new Map(Object.entries(message.pledges));
    const whole = commitment(prev, { table, hand, turn }, streams, roots, pledges);
    const found = new Set<BreachKind>();
    if (whole !== message.commitment || table !== this.table) found.add('commitment');
    const later = order(message, this.#last);
    const isAgain = this.#last?.commitment === message.commitment;
    if (!isAgain && this.#last) {
      if (later === 0) found.add('twice');
      else if (later < 0 || this.#isChainBroken(message, this.#last)) found.add('chain');
    }
    const names = (turn: number) => missing[turn - 1] ?? [];
    const wasTaken = (turn: number) => this.#part.wasTaken(hand, turn);
    const turns = Array.from({ length: turn - 1 }, (_, n) => n + 1);
    const isWrong = (turn: number) => names(turn).includes(this.#me?.name ?? '') && wasTaken(turn);
    if (missing.length !== turn - 1 || turns.some(isWrong)) found.add('missing');
    return [...found];
  }

  /** Is the one before not the last one seen, though no other can have come between? */
  #isChainBroken({ prev, hand, turn }: Commitment, last: Seen): boolean {
    const isNext = this.#isContinuous || (hand === last.hand && turn === last.turn + 1);
    return isNext && prev !== last.commitment;
  }

  /** The commitment after which our seed for this one was made; null if its pledge is not ours. */
  #baseOf({ pledges, commitment }: Commitment): Hex | null {
    const own = this.#me ? pledges[this.#me.guest] : undefined;
    if (!own) return null;
    const last = this.#last;
    if (last?.commitment !== commitment) return this.#part.baseOf(own);
    return this.#part.isFrom(last.base, own) ? last.base : null;
  }

  /** This commitment is the last one from now on, unless it is older. */
  #goOn({ hand, turn, commitment }: Commitment, base: Hex): void {
    this.#isContinuous = true;
    const seen = { hand, turn, commitment, base };
    if (order(seen, this.#last) <= 0) return;
    this.#last = seen;
    const remembered = this.memory.read();
    if (order(seen, remembered.last) > 0)
      this.memory.write({ master: this.#part.master, last: seen });
  }

  #cut(message: Cut): void {
    const { hand, turn } = message;
    const deal = this.#deals.get(hand);
    if (deal?.commitment.turn !== turn) {
      // Without its commitment this connection was not there, or something is wrong.
      if (this.#isContinuous) this.#breach(hand, 'commitment');
      return;
    }
    const { table, pledges } = deal.commitment;
    const seeds = new Map(Object.entries(message.seeds));
    if (message.table !== table) this.#breach(hand, 'commitment');
    const isOpen = openPledges(seeds, new Map(Object.entries(pledges)));
    if (!isOpen || (deal.cut && !isSame(deal.cut.seeds, message.seeds))) this.#breach(hand, 'seed');
    if (message.dealt !== dealt({ table, hand, turn }, seeds)) this.#breach(hand, 'dealt');
    deal.cut = message;
    this.#set(deal, { stage: seeds.size ? 'cut' : 'uncut' });
  }

  #prove(message: Proof): void {
    const { hand } = message;
    const deal = this.#deals.get(hand);
    if (!deal) return;
    deal.hasProof = true;
    deal.rabbit = message.rabbit.map(([, , card]) => card);
    if (!deal.cut) {
      if (!deal.hasGap) this.#breach(hand, 'seed');
      return;
    }
    const found = wrongProof(deal.commitment, deal.cut, message, this.#seen.get(hand), deal.deck);
    for (const kind of found) this.#breach(hand, kind);
    const isUncut = deal.state.stage === 'uncut';
    this.#set(deal, {
      isProven: !found.length,
      isDeckKnown: deal.deck !== null,
      stage: isUncut ? 'uncut' : found.length ? 'cut' : 'proven',
    });
  }

  /** Keep the cards that a view shows. */
  #watch({ hand, room }: View): void {
    if (!hand) return;
    const seen = this.#seen.get(hand.hand) ?? new SeenCards();
    this.#seen.set(hand.hand, seen);
    trim(this.#seen);
    seen.note(hand, room);
    const deal = this.#deals.get(hand.hand);
    if (!deal) return;
    deal.deck ??= deckByRules(hand.game, hand.seats.length);
    if (!hand.result.length) deal.isWatched = true;
  }

  #chairIn({ room }: View): OwnChair | null {
    const own = room.chairs.find(({ guest }) => guest !== null && guest === this.#me?.guest);
    return own ? { status: own.status, stack: own.stack } : null;
  }

  #keep(message: Commitment, deal: Deal): void {
    const known = this.#deals.get(message.hand);
    if (known?.commitment.commitment === message.commitment) {
      known.hasGap = false;
      return;
    }
    this.#deals.set(message.hand, deal);
    trim(this.#deals);
    this.#publish();
  }

  #set(deal: Deal, changes: Partial<DealState>): void {
    deal.state = { ...deal.state, ...changes };
    this.#publish();
  }

  #breach(hand: number, kind: BreachKind): void {
    const { breaches } = this.state;
    if (breaches.some((breach) => breach.hand === hand && breach.kind === kind)) return;
    this.#publish([...breaches, { hand, kind }]);
  }

  #publish(breaches = this.state.breaches): void {
    const deals = [...this.#deals].map(([hand, { state }]) => [hand, state] as const);
    this.state = { deals: Object.fromEntries(deals), breaches };
    this.changed(this.state);
  }
}

/** The number of the hand of a view. */
function numberOf({ hand, room }: View): number {
  return hand?.hand ?? room.hand;
}

/**
 * Does a room that numbers its hands 1, 2, 3, ... come here from a view before? After a gap hands may
 * have been missed. A hand that is called off may go back to its deal, but is played no more.
 */
function mayFollow(before: View, view: View): boolean {
  const step = numberOf(view) - numberOf(before);
  if (step !== 0) return step === 1 || (view.is_whole && step > 0);
  const wasOver = (before.hand?.result.length ?? 0) > 0;
  const isOver = (view.hand?.result.length ?? 0) > 0;
  return isOver || !(wasOver || decisionIn(view) < decisionIn(before));
}

/** The decision that is played; what is not played comes after none. */
function decisionIn({ hand, room }: View): number {
  return hand && room.phase === 'playing' ? hand.decision : NaN;
}

/** Below 0 if one deal is before the other, 0 for the same turn. */
function order(one: { hand: number; turn: number }, other: Seen | null): number {
  return other ? one.hand - other.hand || one.turn - other.turn : 1;
}

/**
 * Was a pledge dropped that the room had taken? Somebody who sits down or comes back after the
 * commitment may be dealt in without one.
 */
function isLeftOut({ isDropped, chair }: Deal, now: OwnChair | null): boolean {
  const isSame = chair?.status === now?.status && chair?.stack === now?.stack;
  return isDropped && now !== null && isSame;
}

function isSame(one: Record<string, string>, other: Record<string, string>): boolean {
  const guests = Object.keys(one);
  return (
    guests.length === Object.keys(other).length &&
    guests.every((guest) => one[guest] === other[guest])
  );
}

/** Keep the latest entries alone. */
function trim(map: Map<number, unknown>): void {
  for (const key of [...map.keys()].slice(0, -MAX_DEALS)) map.delete(key);
}
