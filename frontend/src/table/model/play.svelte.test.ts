import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { flushSync } from 'svelte';
import { type Playback, recorded, recordedView } from '../../dev/recorded';
import type { Act, View } from '../../protocol/socket';
import { DEAF } from './pressGuard';
import { Play } from './play.svelte';

let playback: Playback;
let play: Play;
let forget: () => void;

function begin(name: string): void {
  playback = recorded(name);
  play = new Play(playback.session);
  forget = play.follow();
  vi.advanceTimersByTime(DEAF);
}

function sent(): Act[] {
  return playback.server.line.sent.filter((message): message is Act => message.type === 'act');
}

/** The next view, which asks for another decision. */
function next(changes: (view: View) => void): void {
  const view = structuredClone(playback.session.view!);
  view.version += 1;
  view.hand!.decision += 1;
  changes(view);
  playback.server.line.tell(view);
  flushSync();
}

beforeEach(() =>
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'setInterval', 'Date'] }),
);
afterEach(() => {
  forget();
  playback.session.close();
  vi.useRealTimers();
});

test('an action answers the decision that is shown, once', () => {
  begin('ricochet-your-turn');
  const { hand, decision } = play.table!;
  play.choose(play.options[2]!);
  expect(sent()).toMatchObject([{ action: 'buy 2', hand, decision }]);
  expect(play.isTurn).toBe(false);
  play.act('fold');
  expect(sent()).toHaveLength(1);
});

test('a refused action comes back with its reason', async () => {
  begin('ricochet-your-turn');
  play.act('buy 99');
  const reason = { key: 'k', values: {}, text: 'not now' };
  playback.server.line.tell({ type: 'refusal', id: sent()[0]!.id, reason, menu: [] });
  await Promise.resolve();
  expect(play.refusal).toEqual(reason);
  expect(play.isTurn).toBe(true);
});

test('the buttons of a decision that has just come do nothing, even the same ones', () => {
  begin('ricochet-your-turn');
  play.guard.press();
  next(() => {});
  play.choose(play.options[0]!);
  expect(sent()).toEqual([]);
  vi.advanceTimersByTime(DEAF);
  play.guard.press();
  play.choose(play.options[0]!);
  expect(sent()).toHaveLength(1);
});

test('a picked card makes the button that names it, and is forgotten with the decision', () => {
  begin('nine-discard');
  const [card] = play.picking!.cards;
  expect(play.options.map(({ kind }) => kind)).toEqual(['keep']);
  play.pick(card!);
  expect(play.options.at(-1)).toMatchObject({ action: `discard ${card}` });
  next(() => {});
  expect(play.picked).toBeNull();
});

test('the bet control stays within what is legal', () => {
  begin('two-your-turn');
  const { lowest, highest } = play.wide!;
  expect(play.amount).toBe(lowest);
  play.bet(10 ** 9);
  expect(play.guard.allows()).toBe(true);
  expect(play.options.at(-1)!.action).toBe(`raise to ${highest}`);
});

test('a prepared fold is played when the turn comes', () => {
  begin('ricochet-other-turn');
  play.plan('fold');
  expect(sent()).toEqual([]);
  const { menu } = recordedView('ricochet-your-turn').hand!;
  next((view) => {
    view.hand!.menu = menu;
    view.hand!.to_act = view.hand!.seat;
  });
  expect(sent()).toMatchObject([{ action: 'fold' }]);
  expect(play.prepared).toBeNull();
});

test('a free check that was prepared is dropped when somebody bets', () => {
  begin('ricochet-other-turn');
  play.plan('check');
  const other = play.table!.seat === 0 ? 1 : 0;
  next((view) => (view.hand!.seats[other]!.bet = 4));
  expect(play.prepared).toBeNull();
});

test('what was prepared and taken back is not played', () => {
  begin('ricochet-other-turn');
  play.plan('fold');
  play.plan('fold');
  next((view) => (view.hand!.menu = recordedView('ricochet-your-turn').hand!.menu));
  expect(sent()).toEqual([]);
});

test('the end of a hand can be held while the next one is dealt, until one’s own turn', () => {
  begin('ricochet-showdown');
  play.hold();
  const held = play.table;
  next((view) => {
    view.room.phase = 'playing';
    view.hand!.hand += 1;
  });
  expect(play.table).toBe(held);
  next((view) => (view.hand!.menu = recordedView('ricochet-your-turn').hand!.menu));
  expect(play.held).toBeNull();
  expect(play.isTurn).toBe(true);
});

/** Wait for others in a round without bets, where one has checked before. */
function waitForOthers(): void {
  begin('nine-other-turn');
  const mine = play.table!.seat;
  const other = play.table!.to_act!;
  const menu = ['fold', 'check'].map((kind) => ({ kind, cards: [], counted: false }) as never);
  for (const [to_act, choices] of [
    [mine, menu],
    [other, []],
  ] as const) {
    next(({ hand }) => {
      for (const seat of hand!.seats) Object.assign(seat, { bet: 0, marks: [] });
      Object.assign(hand!, { to_act, menu: choices });
    });
  }
  vi.advanceTimersByTime(DEAF);
}

test('what remains to be prepared after a bet is deaf for a moment', () => {
  waitForOthers();
  expect(play.plans).toEqual(['fold', 'check']);
  const other = play.table!.to_act!;
  play.guard.press();
  next((view) => (view.hand!.seats[other]!.bet = 4));
  expect(play.plans).toEqual(['fold']);
  expect(play.guard.allows()).toBe(false);
  vi.advanceTimersByTime(DEAF);
  expect(play.guard.allows()).toBe(true);
});

test('a check that was prepared does not outlive the round', () => {
  waitForOthers();
  play.plan('check');
  next(() => {});
  expect(play.prepared?.plan).toBe('check');
  next((view) => view.hand!.board.push({ card: 'As', zone: 'board', dead: false }));
  expect(play.prepared).toBeNull();
});

test('a double tap on what lets a held hand go does nothing more', () => {
  begin('ricochet-showdown');
  play.hold();
  expect(play.guard.allows()).toBe(false);
  vi.advanceTimersByTime(DEAF);
  play.hold();
  expect(play.guard.allows()).toBe(false);
});

test('who is to name the next game lets go of the hand he holds', () => {
  begin('ricochet-showdown');
  play.hold();
  next(({ room, chair }) => {
    room.phase = 'choosing';
    room.clock = { kind: 'choice', chair: chair!, began: 0, bank_from: 1, until: 1 };
  });
  expect(play.held).toBeNull();
  expect(play.isChoosing).toBe(true);
});

test('the room’s reason against a wish is shown', async () => {
  begin('ricochet-showdown');
  play.want({ type: 'choose', game: 1 });
  const reason = { key: 'k', values: {}, text: 'too few' };
  const { id } = playback.server.line.sent.at(-1) as Act;
  playback.server.line.tell({ type: 'refusal', id, reason, menu: [] });
  await Promise.resolve();
  expect(play.refusal).toEqual(reason);
});
