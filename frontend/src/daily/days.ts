/**
 * The position of each day, by the local calendar as in the terminal, and the days in a row that were
 * answered right, which stay in this browser.
 */

import list from 'virtual:daily';

export interface Position {
  game: string;
  own: string;
  other: string;
  thrown: string;
  pot: number;
  choices: string[];
  worth: number[];
  chance: number[];
  error: number;
}

/** The last day that was answered. */
interface Answer {
  /** Its number, see `dayOf`. */
  day: number;
  choice: number;
  /** The days in a row up to it on which the choice was the best. */
  row: number;
}

const KEY = 'sidepot.daily';
const DAY = 86_400_000;
/** The number of 1970-01-01, as Python's `date.toordinal` counts. */
const EPOCH = 719_163;

/** The number of a date of the local calendar. */
export function dayOf(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY + EPOCH;
}

/** The date of a day as `2026-11-28`. */
export function dateOf(day: number): string {
  return new Date((day - EPOCH) * DAY).toISOString().slice(0, 10);
}

export function positionOf(day: number): Position {
  const lines = list.trimEnd().split('\n');
  return JSON.parse(lines[day % lines.length]!) as Position;
}

/** The number of the best choice. */
export function bestOf({ worth }: Position): number {
  return worth.indexOf(Math.max(...worth));
}

/** The days in a row, as they stand today: a missed day ends them. */
export function rowOn(today: number, last: Answer | null): number {
  return last && last.day >= today - 1 ? last.row : 0;
}

/** An answer beside the last one. The first of a day counts, and a clock put back counts nothing. */
export function answered(last: Answer | null, day: number, choice: number): Answer {
  if (last && last.day >= day) return last;
  const isRight = choice === bestOf(positionOf(day));
  return { day, choice, row: isRight ? rowOn(day, last) + 1 : 0 };
}

/** The last answer in this browser; null where there is none, or none that can be read. */
export function lastAnswer(): Answer | null {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Answer | null;
    const numbers = [found?.day, found?.choice, found?.row];
    return numbers.every((one) => Number.isInteger(one) && one! >= 0) ? found : null;
  } catch {
    return null;
  }
}

/** Keep an answer; false where this browser keeps nothing. */
export function keep(answer: Answer): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(answer));
    return true;
  } catch {
    return false;
  }
}
