import words from 'virtual:words/daily';
import { afterEach, expect, test, vi } from 'vitest';
import { answered, bestOf, dateOf, dayOf, keep, lastAnswer, positionOf, rowOn } from './days';
import { choiceText, shareText, unitOf, whyOf } from './sentences';
import { addWords } from '../lib/words';

addWords(words);

/** 2026-11-28, as Python counts days. */
const DAY = 739_948;
const best = (day: number) => bestOf(positionOf(day));
const worse = (day: number) => (best(day) + 1) % positionOf(day).choices.length;

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

test('a day is the date of the local calendar, at its first and last second', () => {
  expect(dayOf(new Date(2026, 10, 28, 0, 0, 0))).toBe(DAY);
  expect(dayOf(new Date(2026, 10, 28, 23, 59, 59))).toBe(DAY);
  expect(dateOf(DAY)).toBe('2026-11-28');
});

test('the position of a day is the one of the terminal, and the list begins anew', () => {
  expect(positionOf(DAY).own).toBe('Qc Ac');
  expect(positionOf(DAY + 731)).toEqual(positionOf(DAY));
});

test('right answers of days in a row count, over midnight and the new year', () => {
  let last = answered(null, DAY, best(DAY));
  for (let day = DAY + 1; day < DAY + 40; day++) last = answered(last, day, best(day));
  expect(last.row).toBe(40);
  expect(rowOn(DAY + 40, last)).toBe(40); // not answered yet today
});

test('a missed day and a wrong answer end the row', () => {
  const last = answered(null, DAY, best(DAY));
  expect(rowOn(DAY + 2, last)).toBe(0);
  expect(answered(last, DAY + 2, best(DAY + 2)).row).toBe(1);
  expect(answered(last, DAY + 1, worse(DAY + 1)).row).toBe(0);
});

test('the first answer of a day counts, and a clock put back counts nothing', () => {
  const last = answered(null, DAY, worse(DAY));
  expect(answered(last, DAY, best(DAY))).toBe(last);
  expect(answered(last, DAY - 1, best(DAY - 1))).toBe(last);
});

test('an answer is kept, and damage or a browser that keeps nothing does no harm', () => {
  const answer = answered(null, DAY, best(DAY));
  expect(keep(answer)).toBe(true);
  expect(lastAnswer()).toEqual(answer);
  for (const text of ['', '{', '[]', '{"day":1}', '{"day":"x","choice":0,"row":-3}', 'null']) {
    localStorage.setItem('sidepot.daily', text);
    expect(lastAnswer()).toBeNull();
  }
  vi.stubGlobal('localStorage', undefined);
  expect(keep(answer)).toBe(false);
  expect(lastAnswer()).toBeNull();
  vi.unstubAllGlobals();
});

test('every day has its sentences, and what is shared does not name the answer', () => {
  for (let day = DAY; day < DAY + 731; day++) {
    const one = positionOf(day);
    expect(whyOf(one)).toMatch(/100/);
    expect(unitOf(one)).not.toMatch(/[{}]|within 0[,;]/);
    const shared = shareText(one, dateOf(day), worse(day));
    for (const choice of one.choices) expect(shared).not.toContain(choiceText(choice));
  }
});
