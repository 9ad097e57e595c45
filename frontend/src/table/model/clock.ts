/** What a running clock shows. Times are those of the server, in milliseconds. */

import type { ClockSeen } from '../../protocol/socket';

export interface Reading {
  /** Whole seconds that are left, of the time or, when that is gone, of the bank. */
  seconds: number;
  isBank: boolean;
}

/** Seconds before the end at which it is said aloud. */
export const WARNING = 10;

export function read(clock: ClockSeen, now: number): Reading {
  const isBank = now >= clock.bank_from && clock.until > clock.bank_from;
  return { seconds: left(isBank ? clock.until : clock.bank_from, now), isBank };
}

/** Whole seconds until a time, none below zero. */
export function left(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 1000));
}

/** "0:09" */
export function written(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Is everything up so soon that it has to be said? */
export function isLate(clock: ClockSeen, now: number): boolean {
  return left(clock.until, now) <= WARNING;
}
