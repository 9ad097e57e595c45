/** The state of a hand's deal, for the table to show. */

import type { ProofBreach } from './deals';
import type { Hex } from './hashing';

/**
 * What can be wrong with a deal: a pledge of ours was dropped or used again, the chain is broken,
 * two commitments for one turn, a commitment that is not what it commits to, a seed that was not
 * pledged or is left out, a turn that names us as missing though our seed was taken, the deck that
 * the seeds did not choose, a control that is no whole deck or not the one that was fixed, a card
 * that does not open where it was dealt, a card that was seen and is not opened, a hand under a
 * number that is not its own, a part of a hand that was left out without a word.
 */
export type BreachKind =
  ProofBreach | 'chain' | 'twice' | 'seed' | 'missing' | 'cards' | 'number' | 'skipped';

export interface Breach {
  hand: number;
  kind: BreachKind;
}

/** Progress of a hand's deal: fixed (committed to), then cut by seeds or by nobody. */
type DealStage = 'fixed' | 'cut' | 'uncut';

/**
 * How a hand may stand: all of it was seen and is right (`uncut`: but no seed cut it), its proof
 * may still come, a part of it could not be checked, or something is wrong.
 */
export const STANDINGS = ['proven', 'uncut', 'awaited', 'unchecked', 'wrong'] as const;
export type Standing = (typeof STANDINGS)[number];

/** The deal of a hand as far as it is known. */
export interface DealState {
  hand: number;
  turn: number;
  /** When its commitment came, in local time (ms); null if the hand was dealt before. */
  fixed: number | null;
  commitment: Hex;
  stage: DealStage;
  /** The pledge of this guest: from this browser, from another device, or none. */
  own: 'in' | 'elsewhere' | 'out';
  /** The guests who pledged. */
  cutters: string[];
  /** The players missing in each earlier turn. */
  missing: string[][];
  /** Does this page know by the rules, and not by the room's word, which cards the game has? */
  isDeckKnown: boolean;
  standing: Standing;
}

export interface FairState {
  /** The latest deals, by the number of the hand. */
  deals: Readonly<Record<number, DealState>>;
  breaches: readonly Breach[];
  /** Hands at which an open connection has passed over something. */
  gaps: readonly number[];
  /** The number of hands by standing, since the first that was seen in play. */
  counts: Readonly<Record<Standing, number>>;
}

export const NO_DEALS: FairState = {
  deals: {},
  breaches: [],
  gaps: [],
  counts: { proven: 0, uncut: 0, awaited: 0, unchecked: 0, wrong: 0 },
};
