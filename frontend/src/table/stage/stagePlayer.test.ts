import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyView, FakeServer } from '../../dev/fakeServer';
import staged from '../../dev/staged.json';
import { savePrefs } from '../../lib/prefs.svelte';
import { TableSession } from '../../lib/session.svelte';
import type { TableView, View } from '../../protocol/socket';
import { StagePlayer } from './stagePlayer.svelte';

const PAUSE = 6000;

let server: FakeServer;
let session: TableSession;
let player: StagePlayer;
let version = 0;
let isReduced = false;
/** The hand in every view that was shown: the number of open cards, and whether it was over. */
let shown: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: isReduced }));
  [version, isReduced, shown] = [0, false, []];
  server = new FakeServer();
  session = new TableSession('t', server.dial);
  session.open();
  server.welcome();
  player = new StagePlayer((seats) => (session.chances = seats));
  session.presenter = player;
  session.listen(({ hand }) =>
    shown.push(`${hand?.board.length} ${hand?.result.length ? 'over' : 'on'}`),
  );
});
afterEach(() => {
  savePrefs({ stages: true });
  session.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** An all-in of two players before the flop, as the rail sees it: what came before, and the end. */
function allIn(): { before: TableView; after: TableView; said: View['said'] } {
  const found = staged.find(
    ({ game, before, after }) =>
      game === 'holdem-no-limit' &&
      after.result.length &&
      after.board.length - (before?.board.length ?? 0) > 1,
  );
  return structuredClone(found) as unknown as ReturnType<typeof allIn>;
}

/** The time of the stages of a hand, which the room adds to the pause. */
function timeOf({ stages = [] }: TableView): number {
  return stages.reduce((sum, { wait, hold = 0 }) => sum + wait + hold, 0);
}

function receive(hand: TableView, more: Partial<View> = {}): void {
  const isOver = hand.result.length > 0;
  const { room } = emptyView();
  const now = performance.now();
  server.socket.receive({
    ...emptyView(),
    version: (version += 1),
    now,
    hand: structuredClone(hand),
    room: {
      ...room,
      hand: hand.hand,
      phase: isOver ? 'pause' : 'playing',
      rules: { ...room.rules, pause: PAUSE / 1000 },
      next_hand: isOver ? now + timeOf(hand) + PAUSE : null,
    },
    ...more,
  });
}

/** The stages of a hand without the time for what may be held back. */
function shortTimeOf({ stages = [] }: TableView): number {
  return stages.reduce((sum, { wait }) => sum + wait, 0);
}

/** Chances at some stages of a hand, the first seat's being the number of the stage. */
function chances(hand: TableView, stage: number, until: number, is_close = false): void {
  server.socket.receive({
    type: 'chances',
    table: 't',
    hand: hand.hand,
    decision: hand.decision,
    stage,
    until,
    seats: [{ seat: 0, share: `${stage}%`, tie: null }],
    is_close,
  });
}

const isOver = () => session.table!.result.length > 0;

test('the board comes before the winner, and each stage has the time that the room gives it', () => {
  const { before, after, said } = allIn();
  receive(before);
  receive(after, { said });
  expect(isOver()).toBe(false);
  expect(session.room!.phase).toBe('playing');
  expect(session.log.length).toBeLessThan(said.length);
  vi.advanceTimersByTime(shortTimeOf(after) - 50);
  expect(isOver()).toBe(false);
  vi.advanceTimersByTime(100);
  expect(isOver()).toBe(true);
  expect(session.room!.phase).toBe('pause');
  expect(session.log).toEqual(said);
  expect(player.told).toBeNull();
  const sizes = shown.map((one) => parseInt(one, 10));
  expect(sizes).toEqual([...sizes].sort());
  expect(shown.indexOf('5 over')).toBe(shown.length - 1);
  expect(new Set(shown).size).toBeGreaterThan(3);
});

test('the end is shown at once when that is asked for, with every sentence once', () => {
  const { before, after, said } = allIn();
  receive(before);
  expect(player.finish()).toBe(false);
  receive(after, { said });
  expect(player.finish()).toBe(true);
  expect(isOver()).toBe(true);
  expect(session.log).toEqual(said);
  vi.advanceTimersByTime(PAUSE);
  expect(shown.filter((one) => one === '5 over')).toHaveLength(1);
});

test.each<[string, () => void]>([
  ['the setting is off', () => savePrefs({ stages: false })],
  ['less motion is wanted', () => (isReduced = true)],
])('where %s there are no stages', (_, prepare) => {
  const { before, after } = allIn();
  prepare();
  receive(before);
  receive(after);
  expect(isOver()).toBe(true);
});

test('where there is no time to follow stages the end is shown at once, with every sentence', () => {
  const { before, after, said } = allIn();
  receive(before);
  const { room } = emptyView();
  const [hand, rules] = [after.hand, { ...room.rules, pause: 0 }];
  receive(after, { said, room: { ...room, hand, phase: 'pause', rules, next_hand: null } });
  expect(isOver()).toBe(true);
  expect(session.log).toEqual(said);
  expect(shown.filter((one) => one === '5 over')).toHaveLength(1);
});

test('a view that comes whole, after a gap, is shown at once', () => {
  const { before, after, said } = allIn();
  receive(before);
  receive(after, { said });
  receive(after, { said, is_whole: true });
  expect(isOver()).toBe(true);
  expect(session.log).toEqual(said);
});

test('what happens around the table meanwhile does not show the end, and is there with it', () => {
  const { before, after } = allIn();
  receive(before);
  receive(after);
  const { room } = emptyView();
  receive(after, { room: { ...room, hand: after.hand, phase: 'pause', host: 'another' } });
  expect(isOver()).toBe(false);
  vi.advanceTimersByTime(timeOf(after) + 50);
  expect(isOver()).toBe(true);
  expect(session.room!.host).toBe('another');
  const events = session.table!.events;
  receive(after);
  expect(session.table!.events).toEqual(events);
});

test("before the viewer's own turn stages take a tenth of the clock at most", () => {
  const { before, after } = allIn();
  const menu = [{ kind: 'fold' }] as unknown as TableView['menu'];
  const { room } = emptyView();
  receive(before);
  receive(
    { ...after, result: [], menu },
    {
      room: {
        ...room,
        hand: after.hand,
        phase: 'playing',
        rules: { ...room.rules, pause: PAUSE / 1000 },
        clock: {
          kind: 'turn',
          chair: 0,
          began: 0,
          time_bank_from: 0,
          until: performance.now() + 10_000,
        },
      },
    },
  );
  expect(session.table!.menu).toEqual([]);
  vi.advanceTimersByTime(1000 + 50);
  expect(session.table!.menu).toEqual(menu);
});

test('the next hand does not wait for the stages of the last one', () => {
  const { before, after } = allIn();
  receive(before);
  receive(after);
  receive({ ...before, hand: before.hand + 1, decision: 0, events: [] });
  expect(session.table!.hand).toBe(before.hand + 1);
});

test('chances stand from their stage on, those that come late too, and go with the last card', () => {
  const { before, after } = allIn();
  const stages = after.stages!;
  const first = stages.findIndex(({ kind }) => kind === 'board');
  receive(before);
  receive(after);
  chances(after, first, first + 1);
  expect(session.chances).toEqual([]);
  vi.advanceTimersByTime(stages.slice(0, first).reduce((sum, { wait }) => sum + wait, 0) + 50);
  expect(session.chances.map(({ share }) => share)).toEqual([`${first}%`]);
  vi.advanceTimersByTime(stages[first]!.wait);
  expect(session.chances).toEqual([]);
  chances(after, first + 1, first + 2);
  expect(session.chances.map(({ share }) => share)).toEqual([`${first + 1}%`]);
  player.finish();
  expect(session.chances).toEqual([]);
  chances({ ...after, decision: after.decision + 1 }, 0, stages.length);
  expect(session.chances).toEqual([]);
});

test.each([true, false])(
  'what decides is held back with a sentence if it is close: %s',
  (isClose) => {
    const { before, after } = allIn();
    const held = after.stages!.findIndex(({ hold }) => hold);
    receive(before);
    receive(after);
    chances(after, held, held + 1, isClose);
    vi.advanceTimersByTime(
      after.stages!.slice(0, held + 1).reduce((sum, { wait }) => sum + wait, 0) + 50,
    );
    const sentence = 'Photo finish: the last card decides.';
    expect(player.told?.map(({ text }) => text).includes(sentence) ?? false).toBe(isClose);
    expect(session.table!.board.length).toBe(isClose ? 4 : 5);
    vi.advanceTimersByTime(after.stages![held]!.hold!);
    expect(session.table!.board.length).toBe(5);
    vi.advanceTimersByTime(timeOf(after));
    expect(isOver()).toBe(true);
  },
);
