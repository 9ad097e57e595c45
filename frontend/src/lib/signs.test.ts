import { expect, test } from 'vitest';
import { firstSigns } from './signs';

test('a text is cut after so many signs, between emoji and not in them', () => {
  expect(firstSigns('Maximiliane', 24)).toBe('Maximiliane');
  expect(firstSigns('x'.repeat(35), 24)).toBe('x'.repeat(24));
  expect(firstSigns('👩‍👩‍👧👩‍👩‍👧a', 2)).toBe('👩‍👩‍👧👩‍👩‍👧');
});
