import { expect, test } from 'vitest';
import { GUARD_TIME, PressGuard } from './pressGuard';

let now = 1000;
function guard(): PressGuard {
  now = 1000;
  const found = new PressGuard(() => now);
  found.show('fold|call');
  now += 5000;
  return found;
}

test('a button that has been there for long acts', () => {
  const pressGuard = guard();
  pressGuard.press();
  expect(pressGuard.allows()).toBe(true);
});

test('a button that has changed ignores presses for a moment', () => {
  const pressGuard = guard();
  pressGuard.show('fold|raise');
  now += GUARD_TIME - 1;
  pressGuard.press();
  expect(pressGuard.allows()).toBe(false);
  now += 1;
  pressGuard.press();
  expect(pressGuard.allows()).toBe(true);
});

test('a press that began on other buttons does nothing, however long it lasts', () => {
  const pressGuard = guard();
  pressGuard.press();
  pressGuard.show('fold|raise');
  now += 10 * GUARD_TIME;
  expect(pressGuard.allows()).toBe(false);
  pressGuard.press();
  expect(pressGuard.allows()).toBe(true);
});

test('the same buttons again are no change', () => {
  const pressGuard = guard();
  pressGuard.press();
  pressGuard.show('fold|call');
  expect(pressGuard.allows()).toBe(true);
});

test('a cancelled press does not matter for the next one', () => {
  const pressGuard = guard();
  pressGuard.press();
  pressGuard.release();
  pressGuard.show('fold|raise');
  now += GUARD_TIME;
  expect(pressGuard.allows()).toBe(true);
});
