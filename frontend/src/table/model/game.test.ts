import { expect, test } from 'vitest';
import { recordedView } from '../../dev/recorded';
import type { View } from '../../protocol/socket';
import { presentGame } from './game';

const HOLDEM = { name: 'holdem', title: 'Hold’em', options: {}, bank: null };
const RICOCHET = { name: 'ricochet-2', title: 'Ricochet Poker II', options: {}, bank: null };

function at(phase: string, change: (view: View) => void = () => {}): View {
  const view = recordedView('ricochet-your-turn');
  view.room.phase = phase;
  view.room.game = RICOCHET;
  view.room.games = [RICOCHET];
  change(view);
  return view;
}

test('in a hand the head says what is played', () => {
  expect(presentGame(at('playing'))).toBe('Ricochet Poker II');
  const change = at('playing', (view) => (view.room.games = [HOLDEM]));
  expect(presentGame(change), 'a new game comes after this hand').toBe('Ricochet Poker II');
});

test('after the host has changed the game, the head says what comes', () => {
  expect(presentGame(at('pause', (view) => (view.room.games = [HOLDEM])))).toBe('Hold’em');
});

test('where the dealer chooses, it is open before the first hand and while they choose', () => {
  const choice = (phase: string, hasHand: boolean) =>
    at(phase, (view) => {
      view.room.games = [HOLDEM, RICOCHET];
      view.room.rules.dealers_choice = true;
      if (!hasHand) view.hand = null;
    });
  expect(presentGame(choice('waiting', false))).toBe('Dealer’s choice');
  expect(presentGame(choice('choosing', true))).toBe('Dealer’s choice');
  expect(presentGame(choice('playing', true))).toBe('Ricochet Poker II');
  expect(presentGame(choice('pause', true))).toBe('Ricochet Poker II');
});
