import { expect, test } from 'vitest';
import { factLabel, zoneLabel } from './labels';

test('a name that the catalogue knows has its words, another one stands for itself', () => {
  expect(factLabel('cards_left', 31)).toBe('31 left in the deck');
  expect(factLabel('mice_caught', 3)).toBe('mice caught: 3');
  expect(factLabel('kickout', { key: '', values: {}, text: 'a pair of kings' })).toBe(
    'the bank is kicked out from a pair of kings on',
  );
  expect(zoneLabel('thrown')).toBe('thrown away');
  expect(zoneLabel('under_the_hat')).toBe('under the hat');
});
