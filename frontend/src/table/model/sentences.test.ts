import { expect, test } from 'vitest';
import { briefHand, sentenceParts, spokenSentence } from './sentences';

const sentence = (text: string, values: Record<string, unknown>) => ({ key: 'k', values, text });

test('cards among the values are taken out of the words', () => {
  const line = sentence('Kit gets 8c and Th.', { player: 'Kit', cards: ['8c', 'Th'] });
  expect(sentenceParts(line)).toEqual(['Kit gets ', { card: '8c' }, ' and ', { card: 'Th' }, '.']);
  expect(spokenSentence(line)).toBe('Kit gets eight of clubs and ten of hearts.');
});

test('what only looks like a card is not one', () => {
  const line = sentence('As Ana folds, 2c is gone.', { cards: ['2c'] });
  expect(sentenceParts(line)).toEqual(['As Ana folds, ', { card: '2c' }, ' is gone.']);
});

test('cards within other sentences and in one text are found, and spoken with commas', () => {
  const line = sentence('Ana takes 9 with Kc Xx.', { hand: sentence('', {}), cards: 'Kc Xx' });
  expect(spokenSentence(line)).toBe('Ana takes 9 with king of clubs, joker.');
});

test('a brief hand has no kickers', () => {
  const hand = sentence('a pair of tens, ace kicker', { hand: sentence('a pair of tens', {}) });
  expect(briefHand(hand)).toBe('a pair of tens');
  expect(briefHand(sentence('a royal flush', {}))).toBe('a royal flush');
  const both = { high: hand, low: sentence('a low of eight', {}) };
  expect(briefHand(sentence(`${hand.text}, and a low of eight`, both))).toBe(
    'a pair of tens, and a low of eight',
  );
});
