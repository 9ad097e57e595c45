import { expect, test } from 'vitest';
import { formatSeconds, isEnding, readClock, runsFor, secondsLeft } from './clock';

const clock = { kind: 'turn', chair: 0, began: 0, time_bank_from: 30_000, until: 90_000 };

test('first the time of the turn runs, then the time bank', () => {
  expect(readClock(clock, 0)).toEqual({ seconds: 30, isBank: false });
  expect(readClock(clock, 29_001)).toEqual({ seconds: 1, isBank: false });
  expect(readClock(clock, 30_000)).toEqual({ seconds: 60, isBank: true });
  expect(readClock(clock, 200_000)).toEqual({ seconds: 0, isBank: true });
});

test('without a time bank the turn ends at zero', () => {
  expect(readClock({ ...clock, until: 30_000 }, 31_000)).toEqual({ seconds: 0, isBank: false });
});

test('the warning is for the end of everything, not of the turn', () => {
  expect(isEnding(clock, 25_000)).toBe(false);
  expect(isEnding(clock, 79_999)).toBe(false);
  expect(isEnding(clock, 80_000)).toBe(true);
});

test('a clock runs for one chair, or for all who decide together', () => {
  expect([0, 1, null].map((chair) => runsFor(clock, chair))).toEqual([true, false, false]);
  const together = { ...clock, chairs: [0, 2] };
  expect([0, 1, 2].map((chair) => runsFor(together, chair))).toEqual([true, false, true]);
});

test('seconds are written as minutes and seconds', () => {
  expect([0, 9, 60, 135].map(formatSeconds)).toEqual(['0:00', '0:09', '1:00', '2:15']);
  expect(secondsLeft(1500, 1000)).toBe(1);
});
