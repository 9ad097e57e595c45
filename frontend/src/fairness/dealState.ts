/** How the deal of a hand stands, for the table to show. */

import type { ProofBreach } from './deals';
import type { Hex } from './hashing';

/**
 * What can be wrong with a deal: a pledge of ours was dropped or used again, the chain is broken,
 * two commitments for one turn, a commitment that is not what it commits to, a seed that was not
 * pledged or is left out, a turn that names us as missing though our seed was taken, the deck that
 * the seeds did not choose, a control that is no whole deck, a card that does not open where
 * it was dealt, a card that was shown and is not opened, a hand under a number that is not its own.
 */
export type BreachKind = ProofBreach | 'chain' | 'twice' | 'seed' | 'missing' | 'cards' | 'number';

export interface Breach {
  hand: number;
  kind: BreachKind;
}

/**
 * How far the deal of a hand has come: fixed (committed to), then cut or dealt uncut, then proven.
 */
type DealStage = 'fixed' | 'cut' | 'uncut' | 'proven';

/** The deal of a hand as far as it is known. */
export interface DealState {
  hand: number;
  turn: number;
  /** When its commitment came, in local time (ms); null if the hand was dealt before. */
  fixed: number | null;
  commitment: Hex;
  stage: DealStage;
  /** What its pledges say of this browser: its own is in, that of another device, or none. */
  own: 'in' | 'elsewhere' | 'out';
  /** The guests who pledged. */
  cutters: string[];
  /** Who was missing, in each earlier turn. */
  missing: string[][];
  /** Was the control opened, and every card that the viewer saw? */
  isProven: boolean;
  /** Was the control a deck by the rules of a known game, and not by the room's word? */
  isDeckKnown: boolean;
}

export interface FairState {
  /** The latest deals, by the number of the hand. */
  deals: Readonly<Record<number, DealState>>;
  breaches: readonly Breach[];
}
