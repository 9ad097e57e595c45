import { expect, test } from 'vitest';
import { calendarFile, fieldOf, nextEvening } from './calendar';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const THURSDAY = new Date(2026, 11, 3, 20).getTime();
const ENTRY = { id: 's', name: 'Bo, Ana; & Cy', link: 'https://room.example/seasons/s' };

test('an evening to come is the next one, and so is one that has just begun', () => {
  expect(nextEvening(THURSDAY, THURSDAY - 20 * DAY)).toBe(THURSDAY);
  expect(nextEvening(THURSDAY, THURSDAY + 5 * HOUR)).toBe(THURSDAY);
});

test('after an evening the next one is a week later, at the same time of the day', () => {
  expect(nextEvening(THURSDAY, THURSDAY + 7 * HOUR)).toBe(THURSDAY + 7 * DAY);
  for (const weeks of [1, 17, 30, 60]) {
    const now = THURSDAY + weeks * 7 * DAY - 2 * DAY;
    const next = new Date(nextEvening(THURSDAY, now));
    expect([next.getDay(), next.getHours()]).toEqual([4, 20]);
    expect(next.getTime() - now).toBeGreaterThan(-6 * HOUR);
    expect(next.getTime() - now).toBeLessThanOrEqual(7 * DAY + HOUR);
  }
});

test('a calendar file has twelve evenings, a week apart', () => {
  const lines = calendarFile(ENTRY, THURSDAY, 0).split('\r\n');
  expect(lines[0]).toBe('BEGIN:VCALENDAR');
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(12);
  expect(new Set(lines.filter((line) => line.startsWith('UID:'))).size).toBe(12);
  expect(lines).toContain('SUMMARY:Bo\\, Ana\\; & Cy');
  expect(lines).toContain('URL:https://room.example/seasons/s');
  expect(lines.find((line) => line.startsWith('DTSTART:'))).toMatch(/^DTSTART:\d{8}T\d{6}Z$/);
  expect(lines.at(-1)).toBe('');
});

test('no line is longer than 75 bytes, and folded lines are the same when they are joined', () => {
  const name = 'Großer Abend '.repeat(12).trim();
  const text = calendarFile({ ...ENTRY, name }, THURSDAY, 0);
  for (const line of text.split('\r\n'))
    expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${name}\r\n`);
});

test('the field of a form has the time on the clocks here', () => {
  expect(fieldOf(THURSDAY)).toBe('2026-12-03T20:00');
});
