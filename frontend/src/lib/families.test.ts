import { expect, test } from 'vitest';
import type { GameOffer } from '../protocol/http';
import { groupFamilies } from './families';

const offer = (name: string, most: number, changes: Partial<GameOffer> = {}): GameOffer => ({
  name,
  title: name,
  family: name,
  version: name,
  idea: '',
  minutes: 2,
  has_picture: false,
  author: 'somebody',
  least: 2,
  most,
  options: [],
  bots: ['regular'],
  ...changes,
});

test('games of one family stand together, those that many know last', () => {
  const families = groupFamilies([
    offer('three-cards', 2, { behind: true, minutes: 1 }),
    offer('holdem', 10, { behind: true, author: 'traditionell' }),
    offer('noon-1', 9, { family: 'noon', minutes: 3 }),
    offer('bounce-1', 6, { family: 'bounce' }),
    offer('bounce-2', 8, { family: 'bounce' }),
  ]);
  expect(families.map(({ name }) => name)).toEqual(['bounce', 'noon', 'three-cards', 'holdem']);
  expect(families[0]!.games.map(({ name }) => name)).toEqual(['bounce-2', 'bounce-1']);
});
