/** The display of a running clock. Times are the server's, in milliseconds. */

import type { ClockView } from '../../protocol/socket';

interface ClockReading {
  /** Whole seconds left, of the turn or, when that has run out, of the time bank. */
  seconds: number;
  isBank: boolean;
}

/** Seconds before the end at which the player is warned. */
const WARNING = 10;

export function readClock(clock: ClockView, now: number): ClockReading {
  const isBank = now >= clock.time_bank_from && clock.until > clock.time_bank_from;
  return { seconds: secondsLeft(isBank ? clock.until : clock.time_bank_from, now), isBank };
}

/** Does it run for a chair, alone or together with others? Null is no chair. */
export function runsFor({ chair, chairs }: ClockView, which: number | null): boolean {
  return which !== null && (chair === which || !!chairs?.includes(which));
}

/** Whole seconds until a time, not below zero. */
export function secondsLeft(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 1000));
}

/** "0:09" */
export function formatSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Is so little left, time bank included, that the player has to be warned? */
export function isEnding(clock: ClockView, now: number): boolean {
  return secondsLeft(clock.until, now) <= WARNING;
}
