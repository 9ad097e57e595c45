import { expect, test } from 'vitest';
import { recorded } from '../../dev/recorded';
import type { View } from '../../protocol/socket';
import { HandTracker } from './handTracker.svelte';

/** A tracker that follows a recorded table, and what sends it changed views. */
function tracked(name: string) {
  const { session, server } = recorded(name);
  const tracker = new HandTracker();
  tracker.follow(session);
  const next = (change: (view: View) => void): void => {
    const view = structuredClone(session.view!);
    view.version += 1;
    change(view);
    server.socket.receive(view);
  };
  return { tracker, next };
}

test('an action is counted once, though a view may repeat its decision', () => {
  const { tracker, next } = tracked('ricochet-your-turn');
  next(({ hand }) => {
    hand!.decision += 1;
    hand!.events = [{ kind: 'collected', seat: 1, card: null, count: 1, amount: 0 }];
  });
  expect(tracker.lastActions[1]).toMatchObject({ kind: 'collected', count: 1 });
  next((view) => (view.now += 1));
  expect(tracker.lastActions[1]!.count).toBe(1);
  next(({ hand }) => (hand!.decision += 1));
  expect(tracker.lastActions[1]!.count).toBe(2);
});

test('the game keeps its order of play between hands', () => {
  const { tracker, next } = tracked('ricochet-your-turn');
  expect(tracker.orderedGame).toBe('ricochet-2');
  next((view) => (view.hand = null));
  expect(tracker.orderedGame).toBe('ricochet-2');
  expect(tracked('nine-discard').tracker.orderedGame).toBe('');
});
