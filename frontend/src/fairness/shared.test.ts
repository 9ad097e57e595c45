/** Cases that Python's tests read too (tests/fairness). */

import { expect, test } from 'vitest';
import decks from '../../../tests/fairness/decks.json';
import stories from '../../../tests/fairness/stories.json';
import { cardsOf } from './deals';
import { deckByRules } from './rules';
import { isOneHand, storyOf } from './stories';

test.each(decks)('the deck of $game for $seats seats', ({ game, seats, copies, of }) => {
  expect(deckByRules(game, seats)).toEqual(of === null ? null : cardsOf(of.repeat(copies)));
});

test.each(stories)('two histories of a hand: $name', ({ one, other, is_one }) => {
  const [told, another] = [storyOf(one), storyOf(other)];
  expect([isOneHand(told, another), isOneHand(another, told)]).toEqual([is_one, is_one]);
});
