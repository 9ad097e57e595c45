import { expect, test } from 'vitest';
import { televisionScale } from './television';

test('a table grows with the screen, and less where many sit at it', () => {
  expect(televisionScale(1280, 720, 6)).toBe(1);
  expect(televisionScale(1920, 1080, 9)).toBe(1.5);
  expect(televisionScale(3840, 2160, 9)).toBe(3);
  expect(televisionScale(1920, 1080, 20)).toBe(1.2);
});

test('only a low screen makes it smaller than it is elsewhere', () => {
  expect(televisionScale(800, 600, 4)).toBe(1);
  expect(televisionScale(1280, 360, 20)).toBe(0.5);
});
