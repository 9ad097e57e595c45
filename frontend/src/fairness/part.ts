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
  /** Has the room taken the current pledge? */
  isPledged = false;
  /** The commitments after which the seeds of open pledges were made, by pledge. */
  readonly #bases = new Map<Hex, Hex>();
  /** Pledges whose seeds are known. */
  readonly #used = new Set<Hex>();
  /** Turns for which the room has taken a seed: "5 1". */
  readonly #revealed = new Set<string>();

  constructor(
    readonly master: Hex,
    private readonly send: SendFair,
  ) {}

  /** A new connection: seeds that the room had taken are gone if it was started again. */
  forget(): void {
    this.#revealed.clear();
    this.isPledged = false;
  }

  /** Pledge the seed after a commitment. */
  pledge(base: Hex): void {
    const own = this.#newPledge(base);
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
    this.#used.add(own);
    this.#bases.clear();
    const next = this.#newPledge(commitment);
    const seed = seedAfter(this.master, base);
    void this.#offer({ type: 'reveal', hand, turn, seed, pledge: next }, next).then((isDone) => {
      if (isDone) this.#revealed.add(`${hand} ${turn}`);
      else if (this.#bases.has(next)) pledgeAgain();
    });
  }

  /** The commitment after which the seed of an open pledge was made; null if it is not ours. */
  baseOf(own: Hex): Hex | null {
    return this.#bases.get(own) ?? null;
  }

  /** Was the seed after `base` pledged so? */
  isFrom(base: Hex, own: Hex): boolean {
    return pledge(seedAfter(this.master, base)) === own;
  }

  /** Is the seed of a pledge known? */
  isUsed(own: Hex): boolean {
    return this.#used.has(own);
  }

  /** Has the room taken a seed for a turn? */
  wasTaken(hand: number, turn: number): boolean {
    return this.#revealed.has(`${hand} ${turn}`);
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
