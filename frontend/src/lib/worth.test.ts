import { expect, test } from 'vitest';
import { worthText } from './worth';

test('a debt is named in what chips stand for, to two decimals', () => {
  expect(worthText(320, { name: 'euros', chips: 100 })).toBe(' (3.2 euros)');
  expect(worthText(10, { name: 'biscuits', chips: 3 })).toBe(' (3.33 biscuits)');
  expect(worthText(7, { name: 'matches' })).toBe(' (7 matches)');
});

test('chips that stand for nothing are chips alone', () => {
  expect(worthText(320, null)).toBe('');
  expect(worthText(320, undefined)).toBe('');
});
