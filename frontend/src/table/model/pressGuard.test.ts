import { expect, test } from 'vitest';
import { DEAF, Guard } from './pressGuard';

let now = 1000;
function guard(): Guard {
  now = 1000;
  const made = new Guard(() => now);
  made.show('fold|call');
  now += 5000;
  return made;
}

test('a button that has long been there acts', () => {
  const it = guard();
  it.press();
  expect(it.allows()).toBe(true);
});

test('a button is deaf for a moment after it has changed', () => {
  const it = guard();
  it.show('fold|raise');
  now += DEAF - 1;
  it.press();
  expect(it.allows()).toBe(false);
  now += 1;
  it.press();
  expect(it.allows()).toBe(true);
});

test('a finger that went down on other buttons does nothing, however long it stays', () => {
  const it = guard();
  it.press();
  it.show('fold|raise');
  now += 10 * DEAF;
  expect(it.allows()).toBe(false);
  it.press();
  expect(it.allows()).toBe(true);
});

test('the same buttons again are no change', () => {
  const it = guard();
  it.press();
  it.show('fold|call');
  expect(it.allows()).toBe(true);
});

test('a finger that has slid off takes its press along', () => {
  const it = guard();
  it.press();
  it.release();
  it.show('fold|raise');
  now += DEAF;
  expect(it.allows()).toBe(true);
});
