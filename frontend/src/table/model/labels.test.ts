import { expect, test } from 'vitest';
import { fact, zone } from './labels';

test('what the catalogue knows has its words, what a game has made up its name', () => {
  expect(fact('cards_left', 31)).toBe('31 left in the deck');
  expect(fact('mice_caught', 3)).toBe('mice caught: 3');
  expect(fact('kickout', { key: '', values: {}, text: 'pair of kings' })).toBe(
    'the bank folds from pair of kings on',
  );
  expect(zone('thrown')).toBe('thrown away');
  expect(zone('under_the_hat')).toBe('under the hat');
});
