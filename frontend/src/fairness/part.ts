/**
 * This browser's part in the deals of a table: what it pledges and reveals, and what was taken.
 *
 * The seed after a commitment is made from a secret of this browser and that commitment, so that a
 * reload, a second tab or a new connection comes to the same one.
 */

import type { Commitment, Pledge, Reveal } from '../protocol/socket';
import { pledge, seedAfter } from './deals';
import type { Hex } from './hashing';

type WithoutId<T> = Omit<T, 'id'>;
export type FairCommand = WithoutId<Pledge> | WithoutId<Reveal>;
/** Sends a command; was it done? */
export type SendFair = (command: FairCommand) => Promise<boolean>;

export class Part {
  /** Has the room the current pledge: it has taken it, or used what came with it? */
  isPledged = false;
  /** The commitments after which the seeds of open pledges were made, by pledge. */
  readonly #bases = new Map<Hex, Hex>();
  /** The commitments for which seeds were revealed, by pledge. */
  readonly #revealed = new Map<Hex, Hex>();
  /** Pledges whose seeds the room has taken, or everybody knows. */
  readonly #spent = new Set<Hex>();
  /** Turns for which the room has taken a seed on this connection: "5 1". */
  readonly #taken = new Set<string>();
  /** The turn with whose seed the current pledge went: "5 1". */
  #newest = '';

  constructor(
    readonly master: Hex,
    private readonly send: SendFair,
  ) {}

  /** A new connection: seeds that the room had taken are gone if it was started again. */
  forget(): void {
    this.#taken.clear();
    this.#newest = '';
    this.isPledged = false;
  }

  /** Pledge the seed after a commitment. */
  pledge(base: Hex): void {
    const own = this.#newPledge(base);
    this.#newest = '';
    void this.#offer({ type: 'pledge', pledge: own }, own);
  }

  /**
   * Reveal the seed of a pledge, made after `base`, and pledge the next one. If it comes too late,
   * the next pledge goes with it, and `pledgeAgain` is called.
   */
  reveal(
    { hand, turn, commitment }: Commitment,
    base: Hex,
    own: Hex,
    pledgeAgain: () => void,
  ): void {
    this.#revealed.set(own, commitment);
    this.#bases.clear();
    const next = this.#newPledge(commitment);
    const seed = seedAfter(this.master, base);
    this.#newest = key(hand, turn);
    void this.#offer({ type: 'reveal', hand, turn, seed, pledge: next }, next).then((isDone) => {
      if (isDone) {
        this.#taken.add(key(hand, turn));
        this.#spent.add(own);
      } else if (this.#bases.has(next)) pledgeAgain();
    });
  }

  /**
   * The seed of a pledge of ours has cut a deck, and everybody knows it. Was it given for that
   * deck, and not for another one?
   */
  isGiven({ hand, turn, commitment }: Commitment, own: Hex): boolean {
    this.#spent.add(own);
    if (this.#newest === key(hand, turn)) this.isPledged = true;
    return (this.#revealed.get(own) ?? commitment) === commitment;
  }

  /** The commitment after which the seed of an open pledge was made; null if it is not ours. */
  baseOf(own: Hex): Hex | null {
    return this.#bases.get(own) ?? null;
  }

  /** Was the seed after `base` pledged so? */
  isFrom(base: Hex, own: Hex): boolean {
    return pledge(seedAfter(this.master, base)) === own;
  }

  /** Has this page revealed the seed of a pledge? */
  hasRevealed(own: Hex): boolean {
    return this.#revealed.has(own);
  }

  /** Is the seed of a pledge known to the room, or to everybody? */
  isSpent(own: Hex): boolean {
    return this.#spent.has(own);
  }

  /** Has the room taken a seed for a turn? */
  wasTaken(hand: number, turn: number): boolean {
    return this.#taken.has(key(hand, turn));
  }

  /** The pledge of the seed after a commitment; it counts as open from now on. */
  #newPledge(base: Hex): Hex {
    const own = pledge(seedAfter(this.master, base));
    this.#bases.set(own, base);
    return own;
  }

  /** Send a command with a pledge, which is the current one if the room takes it. */
  async #offer(command: FairCommand, own: Hex): Promise<boolean> {
    this.isPledged = false;
    const isDone = await this.send(command);
    if (isDone && this.#bases.has(own)) this.isPledged = true;
    return isDone;
  }
}

function key(hand: number, turn: number): string {
  return `${hand} ${turn}`;
}
