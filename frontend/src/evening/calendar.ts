/** The weekly evenings of a season: when the next one is, and a calendar file of those to come. */

/** An evening that began this long ago counts as the one of this week (ms). */
const LENGTH = 6 * 3_600_000;
/** The evenings that a calendar file names. */
const WEEKS = 12;
/** Bytes of a line of a calendar file at most, without its end (RFC 5545). */
const MAX_LINE = 75;

interface Entry {
  id: string;
  name: string;
  link: string;
}

/** The same time of the day `weeks` later, where the clocks of this device are set to. */
function weeksLater(at: number, weeks: number): number {
  const date = new Date(at);
  date.setDate(date.getDate() + 7 * weeks);
  return date.getTime();
}

/** The time of this week's or the next week's evening, of which one was, or will be, at `at`. */
export function nextEvening(at: number, now: number): number {
  let weeks = Math.max(0, Math.floor((now - LENGTH - at) / (7 * 24 * 3_600_000)));
  while (weeksLater(at, weeks) + LENGTH <= now) weeks += 1;
  return weeksLater(at, weeks);
}

/** A calendar file with the evenings from `at` on, at the same time of the day each week. */
export function calendarFile({ id, name, link }: Entry, at: number, now: number): string {
  const events = Array.from({ length: WEEKS }, (_, week) => {
    const begin = weeksLater(at, week);
    return [
      'BEGIN:VEVENT',
      `UID:${id}-${stamp(begin)}@sidepot`,
      `DTSTAMP:${stamp(now)}`,
      `DTSTART:${stamp(begin)}`,
      `DTEND:${stamp(begin + LENGTH / 2)}`,
      `SUMMARY:${escaped(name)}`,
      `DESCRIPTION:${escaped(link)}`,
      `URL:${link}`,
      'END:VEVENT',
    ];
  });
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Sidepot//Season//EN'];
  return [...lines, ...events.flat(), 'END:VCALENDAR']
    .map((line) => `${folded(line)}\r\n`)
    .join('');
}

/** "20261203T190000Z" */
function stamp(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\s+/g, ' ');
}

/** A line, continued on lines that begin with a space where it is too long. */
function folded(line: string): string {
  const bytes = new TextEncoder();
  let [folds, length] = ['', 0];
  for (const letter of line) {
    const size = bytes.encode(letter).length;
    if (length + size > MAX_LINE) [folds, length] = [`${folds}\r\n `, 1];
    folds += letter;
    length += size;
  }
  return folds;
}

/** "2026-12-03T20:00": a time as a field of a form has it, on the clocks of this device. */
export function fieldOf(at: number): string {
  const date = new Date(at);
  const local = new Date(at - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
