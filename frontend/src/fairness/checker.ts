/** Checks the deals of a table, message by message, and takes part in them (`part.ts`). */

import type { Commitment, Cut, FromServer, Proof, View } from '../protocol/socket';
import { commitment, dealt, NO_COMMITMENT, openPledges } from './deals';
import {
  type BreachKind,
  type DealState,
  type FairState,
  NO_DEALS,
  type Standing,
} from './dealState';
import { DealTrack, isDealt, isNotice, type Link, order, type Said, ViewTrack } from './dealStates';
import type { Hex } from './hashing';
import { Part, type SendFair } from './part';
import { unlikeViews, wrongProof } from './proofs';
import { deckByRules } from './rules';
import { SeenCards } from './seenCards';

/** The data that this browser keeps for a table. */
export interface Remembered {
  /** The secret of which seeds are made. */
  master: Hex;
  /** The commitment seen last. */
  last: Seen | null;
}

interface Seen extends Link {
  /** The commitment after which the seed was made that was revealed for this one; empty for none. */
  base: Hex;
}

export interface DealMemory {
  read(): Remembered;
  write(remembered: Remembered): void;
}

/** The data of a deal that later messages are checked against. */
interface Deal {
  state: Omit<DealState, 'standing' | 'isDeckKnown'>;
  commitment: Commitment;
  cut: Cut | null;
  /** The cards of the game by its rules, as soon as a view has told a game that is known. */
  deck: string[] | null;
  /** Must the room have had a pledge of this browser when it made the commitment? */
  wasPledged: boolean;
  /** Was nothing wrong with the commitment? */
  isSound: boolean;
  /** Its last proof. */
  proof: Proof | null;
  /** Has every view of the hand come since it was dealt? */
  isWatched: boolean;
  /** Was all of it seen, and is its proof right? */
  isProven: boolean;
}

/** Deals that are kept: proofs of a hand may come after the next commitment. */
const MAX_DEALS = 2;
/** Hands that are counted at most after a gap: a room may tell any number. */
const MOST_MISSED = 10_000;

export class DealChecker {
  state: FairState = NO_DEALS;

  #me: string | null = null;
  /** The names that the viewer has had here. */
  readonly #names = new Set<string>();
  readonly #part: Part;
  readonly #dealing: DealTrack<Seen>;
  readonly #viewing = new ViewTrack();
  readonly #deals = new Map<number, Deal>();
  readonly #seen = new Map<number, SeenCards>();
  /** The notices given so far: "seed 5". */
  readonly #said = new Set<string>();
  /** The hands with a breach. */
  readonly #wrong = new Set<number>();
  /** The standing of earlier hands. */
  readonly #settled = new Map<number, Standing>();
  /** Does the hand of the last view count? Not one that was over at the first view. */
  #isCounted = false;

  constructor(
    private readonly table: string,
    private readonly memory: DealMemory,
    send: SendFair,
    private readonly changed: (state: FairState) => void,
    private readonly now: () => number = Date.now,
  ) {
    const { master, last } = memory.read();
    this.#part = new Part(master, send);
    this.#dealing = new DealTrack(last);
  }

  /** Take part in what a message of the room asks for, and check it. */
  receive(message: FromServer): void {
    switch (message.type) {
      case 'welcome':
        return this.welcome(message.guest, message.name);
      case 'commitment':
        return this.commitment(message);
      case 'cut':
        return this.cut(message);
      case 'proof':
        return this.proof(message);
      case 'view':
        return this.view(message);
    }
  }

  /** A new connection is welcomed, as a guest or as somebody without a name. */
  welcome(guest: string | null, name: string | null): void {
    this.#dealing.lose();
    this.#viewing.lose();
    this.#miss();
    this.#part.forget();
    this.#me = guest;
    if (name) this.#names.add(name);
    const { last } = this.memory.read();
    if (last && order(last, this.#dealing.last) > 0) this.#dealing.remember(last);
    if (guest !== null) this.#pledge();
    this.#publish();
  }

  commitment(message: Commitment): void {
    this.#guard(message.hand, 'commitment', () => this.#commit(message));
    this.#publish();
  }

  cut(message: Cut): void {
    this.#guard(message.hand, 'seed', () => this.#cut(message));
    this.#publish();
  }

  proof(message: Proof): void {
    this.#guard(message.hand, 'deck', () => this.#prove(message));
    this.#publish();
  }

  /** A view: may it come now, and does it show what was proven? */
  view(view: View): void {
    this.#note(view);
    const before = this.#viewing.hand;
    const { hand } = view.room;
    const deal = this.#deals.get(hand);
    const isNextFixed = (this.#dealing.last?.hand ?? 0) > hand;
    const names = this.#viewing.names(view, deal !== undefined, Boolean(deal?.cut), isNextFixed);
    for (const name of names) this.#viewed(view, name, deal, before);
    if (hand !== before) this.#settle(before, hand);
    this.#guard(hand, 'card', () => this.#compareAgain(deal));
    this.#publish();
  }

  /** Say what is to be said of a view that has a name in the table. */
  #viewed(view: View, name: string, deal: Deal | undefined, before: number | null): void {
    const said = this.#viewing.take(name);
    const { hand } = view.room;
    if (name === 'whole') this.#dealing.lose();
    if (['first', 'whole', 'skip', 'back'].includes(name)) this.#miss();
    if (deal && ['deal', 'play', 'end', 'more', 'late'].includes(name)) deal.isProven = false;
    if (deal && name === 'late') deal.isWatched = false; // what was shown is not proven
    // Without the proof that was due, it is the hand before that is wrong.
    this.#say(name === 'deal' ? (before ?? 0) : hand, said);
    if (!isDealt(name)) return;
    if (deal) deal.isWatched = true;
    const hasSeat = view.hand !== null && view.hand.seat !== null;
    if (hasSeat && this.#isLeftOut(deal)) this.#say(hand, 'pledge');
  }

  /** Was a hand dealt to us without a pledge that the room had of us? Only our silence excuses it. */
  #isLeftOut(deal: Deal | undefined): boolean {
    if (!deal) return this.#part.isPledged;
    const { missing } = deal.commitment;
    return deal.wasPledged && deal.state.own === 'out' && !this.#isNamed(missing);
  }

  /** Are we among those who were missing in some turns? */
  #isNamed(missing: string[][]): boolean {
    return missing.flat().some((name) => this.#names.has(name));
  }

  /** Note how hands stand that are over: one more in play, and those that were missed. */
  #settle(before: number | null, hand: number): void {
    if (before !== null && this.#isCounted) {
      const standing = this.#standing(before);
      this.#settled.set(before, standing === 'awaited' ? 'unchecked' : standing);
    }
    for (let n = Math.max(before ?? hand, hand - MOST_MISSED) + 1; n < hand; n++)
      this.#settled.set(n, 'unchecked');
    this.#isCounted = before !== null || !this.#viewing.isOver;
  }

  #standing(hand: number): Standing {
    if (this.#wrong.has(hand)) return 'wrong';
    const deal = this.#deals.get(hand);
    const settled = this.#settled.get(hand);
    if (settled || !deal) return settled ?? 'unchecked';
    if (deal.isProven) return deal.state.cutters.length ? 'proven' : 'uncut';
    const isDue = hand > (this.#viewing.hand ?? 0) || deal.isWatched;
    return isDue && deal.state.own !== 'elsewhere' ? 'awaited' : 'unchecked';
  }

  #counts(): FairState['counts'] {
    const hands = new Set(this.#settled.keys());
    if (this.#viewing.hand && this.#isCounted) hands.add(this.#viewing.hand);
    const counts = { ...NO_DEALS.counts };
    for (const hand of hands) counts[this.#standing(hand)] += 1;
    return counts;
  }

  /** Views may have been missed. */
  #miss(): void {
    for (const deal of this.#deals.values()) deal.isWatched = false;
  }

  /** An unreadable message is a breach like any other. */
  #guard(hand: number, kind: BreachKind, run: () => void): void {
    try {
      run();
    } catch {
      this.#say(hand, kind);
    }
  }

  #pledge(): void {
    this.#part.pledge(this.#dealing.last?.commitment ?? NO_COMMITMENT);
  }

  /** Check a commitment; answer it with our seed if it is sound. */
  #commit(message: Commitment): void {
    const { hand } = message;
    if (!this.#isHash(message)) return this.#say(hand, 'commitment');
    const name = this.#dealing.nameCommitment(message);
    const said = this.#dealing.take(name);
    if (name === 'old') return this.#say(hand, said);
    const kinds = [said, ...this.#wrongCommitment(message, name)];
    const known = this.#deals.get(hand);
    const base = this.#baseOf(message);
    const isKnown = known?.commitment.commitment === message.commitment;
    const isSound = isKnown ? known.isSound : !kinds.some(Boolean);
    for (const kind of isKnown ? [] : kinds) this.#say(hand, kind);
    if (!isKnown) this.#keep(message, base, isSound);
    if (name !== 'same') this.#goOn(message, isSound ? base : null);
    if (base !== null && isSound && message.awaited)
      this.#part.reveal(message, base, this.#ownIn(message)!, () => this.#pledge());
    else if (name !== 'same' && this.#me !== null && this.#isNamed(message.missing.slice(-1)))
      this.#pledge();
  }

  /** Is a commitment the hash of what is said with it, and of this table? */
  #isHash({ table, hand, turn, prev, streams, roots, pledges, ...told }: Commitment): boolean {
    const guests = new Map(Object.entries(pledges));
    const made = commitment(prev, { table, hand, turn }, streams, roots, guests);
    const areEven = roots.length === 2 && roots.every(({ length }) => length === streams.length);
    return areEven && made === told.commitment && table === this.table;
  }

  /** The kinds of breaches in a commitment that is the hash of its parts. */
  #wrongCommitment(message: Commitment, name: string): BreachKind[] {
    const { hand, turn, missing } = message;
    const own = this.#ownIn(message);
    const wasTaken = missing.some(
      (names, n) => this.#isNamed([names]) && this.#part.wasTaken(hand, n + 1),
    );
    return [
      ...(missing.length !== turn - 1 ? ['chain' as const] : []),
      ...(name !== 'same' && own && this.#part.isSpent(own) ? ['pledge' as const] : []),
      ...(wasTaken ? ['missing' as const] : []),
    ];
  }

  /** Our guest's pledge in a commitment. */
  #ownIn({ pledges }: Commitment): Hex | undefined {
    return this.#me === null ? undefined : pledges[this.#me];
  }

  /** The commitment after which our seed for this one was made; null if its pledge is not ours. */
  #baseOf(message: Commitment): Hex | null {
    const own = this.#ownIn(message);
    if (!own) return null;
    const { last } = this.#dealing;
    if (last?.commitment !== message.commitment) return this.#part.baseOf(own);
    return last.base && this.#part.isFrom(last.base, own) ? last.base : null;
  }

  #keep(message: Commitment, base: Hex | null, isSound: boolean): void {
    const { hand, turn, commitment, pledges, missing, awaited } = message;
    const before = this.#deals.get(hand);
    this.#deals.set(hand, {
      state: {
        hand,
        turn,
        fixed: !this.#viewing.isFirst || awaited ? this.now() : null,
        commitment,
        stage: 'fixed',
        own: base !== null ? 'in' : this.#ownIn(message) ? 'elsewhere' : 'out',
        cutters: Object.keys(pledges),
        missing,
      },
      commitment: message,
      cut: null,
      deck: null,
      wasPledged: this.#part.isPledged || before?.state.own === 'in',
      isSound,
      proof: null,
      isWatched: false,
      isProven: false,
    });
    trim(this.#deals);
  }

  /** This commitment is the last one from now on; `base`: that of a seed that we reveal for it. */
  #goOn({ hand, turn, commitment }: Commitment, base: Hex | null): void {
    const seen = { hand, turn, commitment, base: base ?? '' };
    this.#dealing.remember(seen);
    if (order(seen, this.memory.read().last) > 0)
      this.memory.write({ master: this.#part.master, last: seen });
  }

  #cut(message: Cut): void {
    const { hand, turn, seeds } = message;
    const name = this.#dealing.nameCut(message);
    this.#say(hand, this.#dealing.take(name));
    const deal = this.#deals.get(hand);
    if (name !== 'cut' || deal?.commitment.turn !== turn) return;
    deal.cut = message;
    deal.state = { ...deal.state, stage: deal.state.cutters.length ? 'cut' : 'uncut' };
    const given = new Map(Object.entries(seeds));
    const isOpen = openPledges(given, new Map(Object.entries(deal.commitment.pledges)));
    if (!isOpen || !this.#isGiven(deal)) this.#say(hand, 'seed');
    if (message.dealt !== dealt({ table: this.table, hand, turn }, given)) this.#say(hand, 'dealt');
  }

  /** Have we given our seed for the cut of a deal, if its pledge is ours? */
  #isGiven({ commitment, state }: Deal): boolean {
    const own = this.#ownIn(commitment);
    const isOurs = own && (state.own === 'in' || this.#part.hasRevealed(own));
    return !isOurs || this.#part.isGiven(commitment, own);
  }

  /** Check the proof of a hand that is over, if we have its commitment and its cut. */
  #prove(message: Proof): void {
    const { hand } = message;
    if (hand === this.#viewing.hand) this.#viewing.take('proof');
    const deal = this.#deals.get(hand);
    if (!deal?.cut) return;
    deal.proof = message;
    for (const kind of wrongProof(deal.commitment, deal.cut, message, deal.deck))
      this.#say(hand, kind);
    this.#compare(deal);
    const isSeen = deal.isProven || (deal.isWatched && this.#isOver(hand));
    deal.isProven = isSeen && !this.#wrong.has(hand) && deal.state.own !== 'elsewhere';
  }

  /** Has a view shown that a hand is over? */
  #isOver(hand: number): boolean {
    return this.#viewing.hand === hand && this.#viewing.isOver;
  }

  /** Compare the proof of a hand that is over with what its views show. */
  #compare(deal: Deal): void {
    for (const kind of this.#unlikeViews(deal)) this.#say(deal.state.hand, kind);
  }

  /**
   * Compare a proof with a view after it. If something was missed in between, perhaps a later proof,
   * what was not proven is no breach, but the hand is proven no more.
   */
  #compareAgain(deal: Deal | undefined): void {
    if (!deal) return;
    if (this.#viewing.state === 'resting' && deal.isWatched) this.#compare(deal);
    else if (deal.isProven) deal.isProven = !this.#unlikeViews(deal).length;
  }

  #unlikeViews({ proof, state: { hand } }: Deal): BreachKind[] {
    const seen = this.#seen.get(hand);
    return proof && seen && this.#isOver(hand) ? unlikeViews(proof, seen) : [];
  }

  /** Keep what a view shows: cards, our name, and which game is played. */
  #note({ hand, room }: View): void {
    const own = room.chairs.find(({ guest }) => guest !== null && guest === this.#me);
    if (own) this.#names.add(own.name);
    if (!hand) return;
    const seen = this.#seen.get(hand.hand) ?? new SeenCards();
    this.#seen.set(hand.hand, seen);
    trim(this.#seen);
    seen.note(hand, room);
    const deal = this.#deals.get(hand.hand);
    if (deal) deal.deck ??= deckByRules(hand.game, hand.seats.length);
  }

  /** Say something of a hand, once. */
  #say(hand: number, said: Said | null): void {
    if (!said || this.#said.has(`${said} ${hand}`)) return;
    this.#said.add(`${said} ${hand}`);
    const { breaches, gaps } = this.state;
    if (isNotice(said)) {
      this.state = { ...this.state, gaps: [...gaps, hand] };
      return;
    }
    this.#wrong.add(hand);
    this.state = { ...this.state, breaches: [...breaches, { hand, kind: said }] };
  }

  #publish(): void {
    const deals = [...this.#deals].map(([hand, { state, deck }]) => {
      const standing = this.#standing(hand);
      return [hand, { ...state, isDeckKnown: deck !== null, standing }] as const;
    });
    this.state = { ...this.state, deals: Object.fromEntries(deals), counts: this.#counts() };
    this.changed(this.state);
  }
}

/** Keep the latest hands alone. */
function trim(map: Map<number, unknown>): void {
  const hands = [...map.keys()].sort((one, other) => one - other);
  for (const hand of hands.slice(0, -MAX_DEALS)) map.delete(hand);
}
