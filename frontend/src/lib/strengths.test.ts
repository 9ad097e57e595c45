import { expect, test } from 'vitest';
import type { GameOffer } from '../protocol/http';
import { nearestText, strengthText } from './strengths';

test('strengths have words, and others are called by their names', () => {
  expect(strengthText('expert')).toBe('expert');
  expect(strengthText('mine.py')).toBe('mine.py');
});

test('an expert for other numbers of players says so', () => {
  const game = (title: string, learned_for?: number[]) => ({ title, learned_for }) as GameOffer;
  const games = [game('Known', []), game('Duel', [2]), game('Both', [2, 6]), game('Older')];
  expect(nearestText(games, 6)).toContain('Duel');
  expect(nearestText(games, 6)).not.toMatch(/Known|Both|Older/);
  expect(nearestText(games, 4)).toMatch(/Duel.*2.*Both.*2 or 6/);
  expect(nearestText(games, 2)).toBe('');
});
