import { expect, test } from 'vitest';
import { brief, heard, pieces } from './sentences';

const said = (text: string, values: Record<string, unknown>) => ({ key: 'k', values, text });

test('cards among the values are taken out of the words', () => {
  const line = said('Kit gets 8c and Th.', { player: 'Kit', cards: ['8c', 'Th'] });
  expect(pieces(line)).toEqual(['Kit gets ', { card: '8c' }, ' and ', { card: 'Th' }, '.']);
  expect(heard(line)).toBe('Kit gets eight of clubs and ten of hearts.');
});

test('what only looks like a card is none', () => {
  const line = said('As Ana folds, 2c is gone.', { cards: ['2c'] });
  expect(pieces(line)).toEqual(['As Ana folds, ', { card: '2c' }, ' is gone.']);
});

test('cards within other sentences and in one text are found, and heard with commas', () => {
  const line = said('Ana takes 9 with Kc Xx.', { hand: said('', {}), cards: 'Kc Xx' });
  expect(heard(line)).toBe('Ana takes 9 with king of clubs, joker.');
});

test('a hand is said in brief without its kickers', () => {
  const hand = said('pair of tens, ace kicker', { hand: said('pair of tens', {}) });
  expect(brief(hand)).toBe('pair of tens');
  expect(brief(said('royal flush', {}))).toBe('royal flush');
});
