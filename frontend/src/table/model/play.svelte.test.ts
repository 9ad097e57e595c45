import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Playback, recorded, recordedView } from '../../dev/recorded';
import { prefs } from '../../lib/prefs.svelte';
import type { Act, View } from '../../protocol/socket';
import { Play } from './play.svelte';
import { GUARD_TIME } from './pressGuard';

let playback: Playback;
let play: Play;
let stop: () => void;

function begin(name: string): void {
  playback = recorded(name);
  play = new Play(playback.session);
  stop = play.follow();
  vi.advanceTimersByTime(GUARD_TIME);
}

function sent(): Act[] {
  return playback.server.socket.sent.filter((message): message is Act => message.type === 'act');
}

/** The room does not hold the next hand back: the viewer may not, or not any more. */
async function refuseHold(): Promise<void> {
  const { id, type } = playback.server.socket.sent.at(-1) as Act;
  expect(type).toBe('hold');
  const reason = { key: 'k', values: {}, text: 'too often' };
  playback.server.socket.receive({ type: 'refusal', id, reason, menu: [] });
  await Promise.resolve();
}

/** The next view, with another decision. */
function next(changes: (view: View) => void): void {
  const view = structuredClone(playback.session.view!);
  view.version += 1;
  view.hand!.decision += 1;
  changes(view);
  playback.server.socket.receive(view);
  flushSync();
}

beforeEach(() =>
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'setInterval', 'Date'] }),
);
afterEach(() => {
  stop();
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
  playback.server.socket.receive({ type: 'refusal', id: sent()[0]!.id, reason, menu: [] });
  await Promise.resolve();
  expect(play.refusal).toEqual(reason);
  expect(play.isTurn).toBe(true);
});

test('the buttons of a new decision do nothing at first, even the same ones', () => {
  begin('ricochet-your-turn');
  play.guard.press();
  next(() => {});
  play.choose(play.options[0]!);
  expect(sent()).toEqual([]);
  vi.advanceTimersByTime(GUARD_TIME);
  play.guard.press();
  play.choose(play.options[0]!);
  expect(sent()).toHaveLength(1);
});

test('a picked card gets a button that names it, and is put back with the decision', () => {
  begin('nine-discard');
  const [card] = play.cardChoices[0]!.cards;
  expect(play.options.map(({ kind }) => kind)).toEqual(['keep']);
  play.togglePicked(card!);
  expect(play.options.at(-1)).toMatchObject({ action: `discard ${card}` });
  next(() => {});
  expect(play.picked).toEqual([]);
});

test('several cards are tapped, and go with one button; one too many takes the place of the first', () => {
  begin('nine-discard');
  next((view) => {
    const row = view.hand!.menu.find(({ kind }) => kind === 'discard')!;
    Object.assign(row, { kind: 'exchange', least: 1, most: 2 });
  });
  const [a, b, c] = play.cardChoices[0]!.cards;
  const last = () => play.options.at(-1)!;
  expect(play.options.map(({ kind }) => kind)).toEqual(['keep']);
  play.togglePicked(a!);
  play.togglePicked(b!);
  expect(last().action).toBe(`exchange ${a} ${b}`);
  play.togglePicked(c!);
  expect(last().action).toBe(`exchange ${b} ${c}`);
  play.togglePicked(c!);
  expect(last().action).toBe(`exchange ${b}`);
});

test('of two actions that pick cards, the one with the picked card gets the button', () => {
  begin('nine-discard');
  next((view) => {
    const { menu } = view.hand!;
    const row = menu.find(({ kind }) => kind === 'discard')!;
    const [first, ...rest] = row.cards;
    menu.push({ ...structuredClone(row), kind: 'lay', cards: [first!] });
    row.cards = rest;
  });
  const [discard, lay] = play.cardChoices;
  const last = () => play.options.at(-1)!.action;
  play.togglePicked(lay!.cards[0]!);
  expect(last()).toBe(`lay ${lay!.cards[0]}`);
  play.togglePicked(discard!.cards[0]!);
  expect(last()).toBe(`discard ${discard!.cards[0]}`);
});

test('the bet control stays within what is legal', () => {
  begin('two-your-turn');
  const { lowest, highest } = play.betChoice!;
  expect(play.amount).toBe(lowest);
  play.setAmount(10 ** 9);
  expect(play.guard.allows()).toBe(true);
  expect(play.options.at(-1)!.action).toBe(`raise to ${highest}`);
});

test('a prepared fold is played when the turn comes', () => {
  begin('ricochet-other-turn');
  play.togglePrepared('fold');
  expect(sent()).toEqual([]);
  const { menu } = recordedView('ricochet-your-turn').hand!;
  next((view) => {
    view.hand!.menu = menu;
    view.hand!.to_act = view.hand!.seat;
  });
  expect(sent()).toMatchObject([{ action: 'fold' }]);
  expect(play.prepared).toBeNull();
});

test('a prepared check lapses when somebody bets', () => {
  begin('ricochet-other-turn');
  play.togglePrepared('check');
  const other = play.table!.seat === 0 ? 1 : 0;
  next((view) => (view.hand!.seats[other]!.bet = 4));
  expect(play.prepared).toBeNull();
});

test('what was prepared and taken back is not played', () => {
  begin('ricochet-other-turn');
  play.togglePrepared('fold');
  play.togglePrepared('fold');
  next((view) => (view.hand!.menu = recordedView('ricochet-your-turn').hand!.menu));
  expect(sent()).toEqual([]);
});

test('the end of a hand can be held while the next one is dealt, until the player’s turn', async () => {
  begin('ricochet-showdown');
  play.toggleHold();
  await refuseHold();
  const table = play.table;
  next((view) => {
    view.room.phase = 'playing';
    view.hand!.hand += 1;
  });
  expect(play.table).toBe(table);
  next((view) => (view.hand!.menu = recordedView('ricochet-your-turn').hand!.menu));
  expect(play.heldView).toBeNull();
  expect(play.isTurn).toBe(true);
});

/** Wait for others, with what the turn would offer. */
function waitForOthers(...kinds: string[]): void {
  begin('nine-other-turn');
  const ahead = kinds.map(
    (kind) => ({ kind, cards: [], counted: false, key: '', cost: 0 }) as never,
  );
  next(({ hand }) => {
    for (const seat of hand!.seats) Object.assign(seat, { bet: 0, marks: [] });
    hand!.ahead = ahead;
  });
  vi.advanceTimersByTime(GUARD_TIME);
}

test('what can still be prepared after a bet ignores presses for a moment', () => {
  waitForOthers('fold', 'check');
  const kinds = () => play.preparable.map(({ kind }) => kind);
  expect(kinds()).toEqual(['fold', 'check']);
  const other = play.table!.to_act!;
  play.guard.press();
  next((view) => {
    view.hand!.seats[other]!.bet = 4;
    view.hand!.ahead!.splice(1);
  });
  expect(kinds()).toEqual([]);
  expect(play.guard.allows()).toBe(false);
  vi.advanceTimersByTime(GUARD_TIME);
  expect(play.guard.allows()).toBe(true);
});

test('a prepared check ends with the round', () => {
  waitForOthers('fold', 'check');
  play.togglePrepared('check');
  next(() => {});
  expect(play.prepared?.kind).toBe('check');
  next((view) => view.hand!.board.push({ card: 'As', zone: 'board', dead: false }));
  expect(play.prepared).toBeNull();
});

test('the second of two quick taps on the hold button does nothing', async () => {
  begin('ricochet-showdown');
  play.toggleHold();
  expect(play.guard.allows()).toBe(false);
  vi.advanceTimersByTime(GUARD_TIME);
  await refuseHold();
  expect(play.guard.allows()).toBe(false);
  vi.advanceTimersByTime(GUARD_TIME);
  play.toggleHold();
  expect(play.guard.allows()).toBe(false);
});

test('the next hand is held back for all, once, and let go by the same button', () => {
  begin('ricochet-showdown');
  const holds = () => playback.server.socket.sent.filter(({ type }) => type === 'hold');
  play.toggleHold();
  play.toggleHold();
  expect(holds()).toHaveLength(1);
  next(({ room, chair }) => (room.holds = [{ chair: chair!, until: 1 }]));
  expect([play.isHolding, play.heldView]).toEqual([true, null]);
  play.toggleHold();
  expect(holds()).toMatchObject([{}, { is_held: false }]);
});

test('an onlooker holds a hand for their own eyes alone', () => {
  begin('ricochet-showdown');
  next((view) => (view.chair = null));
  play.toggleHold();
  expect(play.heldView).not.toBeNull();
  expect(playback.server.socket.sent.some(({ type }) => type === 'hold')).toBe(false);
});

test('a free fold and an all-in ask once, and a question goes away', () => {
  begin('two-your-turn');
  next(({ hand }) => {
    const check = { ...hand!.menu[0]!, kind: 'check', key: 'c', cost: 0, counted: false };
    hand!.menu = [hand!.menu.find(({ kind }) => kind === 'fold')!, check];
  });
  vi.advanceTimersByTime(GUARD_TIME);
  const [fold, check] = play.options;
  play.choose(fold!);
  expect([play.asked, sent()]).toEqual([fold!.id, []]);
  play.choose(fold!); // the second press of a double one
  expect(sent()).toEqual([]);
  vi.advanceTimersByTime(GUARD_TIME);
  play.choose(fold!);
  expect(sent()).toMatchObject([{ action: 'fold' }]);
  next(() => {});
  vi.advanceTimersByTime(GUARD_TIME);
  play.choose(play.options[0]!);
  vi.advanceTimersByTime(5000);
  vi.advanceTimersByTime(GUARD_TIME);
  expect(play.asked).toBeNull();
  play.choose(check!);
  expect(sent()).toHaveLength(2);
});

test('an all-in says that it is one, and asks; without the setting nothing asks', () => {
  begin('two-your-turn');
  const most = play.betChoice!.highest;
  play.setAmount(most);
  next(({ hand }) => {
    const { cost, each, lowest } = play.betChoice!;
    hand!.seats[hand!.seat!]!.stack = cost + each * (most - lowest);
  });
  play.setAmount(most);
  vi.advanceTimersByTime(GUARD_TIME);
  const option = () => play.options.find(({ kind }) => kind === play.betChoice!.kind)!;
  expect(option()).toMatchObject({ isAllIn: true, name: expect.stringMatching(/^All-in/) });
  play.choose(option());
  expect(sent()).toEqual([]);
  play.setAmount(most - 1);
  expect([play.asked, option().isAllIn]).toEqual([null, undefined]);
  prefs.asks = false;
  play.setAmount(most);
  vi.advanceTimersByTime(GUARD_TIME);
  play.choose(option());
  prefs.asks = true;
  expect(sent()).toHaveLength(1);
});

test('whoever is to choose the next game no longer holds a hand', async () => {
  begin('ricochet-showdown');
  play.toggleHold();
  await refuseHold();
  expect(play.heldView).not.toBeNull();
  next(({ room, chair }) => {
    room.phase = 'choosing';
    room.clock = { kind: 'choice', chair: chair!, began: 0, time_bank_from: 1, until: 1 };
  });
  expect(play.heldView).toBeNull();
  expect(play.isChoosing).toBe(true);
});

test('the reason of a refused command is shown', async () => {
  begin('ricochet-showdown');
  play.send({ type: 'choose', game: 1 });
  const reason = { key: 'k', values: {}, text: 'too few' };
  const { id } = playback.server.socket.sent.at(-1) as Act;
  playback.server.socket.receive({ type: 'refusal', id, reason, menu: [] });
  await Promise.resolve();
  expect(play.refusal).toEqual(reason);
});
