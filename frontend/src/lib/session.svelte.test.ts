import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyView, FakeServer } from '../dev/fakeServer';
import type { Analysis, Sentence } from '../protocol/socket';
import { ANSWER_TIMEOUT, STALE_AFTER } from './connection';
import { TableSession } from './session.svelte';

const sentence = (text: string): Sentence => ({ key: 'k', values: {}, text });
const room = (hand: number) => ({ ...emptyView().room, hand });

let server: FakeServer;
let session: TableSession;

beforeEach(() => {
  vi.useFakeTimers();
  server = new FakeServer();
  session = new TableSession('t', server.dial);
  session.open();
});
afterEach(() => {
  session.close();
  vi.useRealTimers();
});

test('a session says hello, is welcomed, and is live', () => {
  expect(session.status).toBe('connecting');
  server.welcome();
  expect(server.socket.sent).toEqual([
    { type: 'hello', protocol: 2, table: 't', checks: true, language: 'en' },
  ]);
  expect(session.status).toBe('live');
  expect(session.me).toEqual({ guest: 'g', name: 'Ana', chair: null });
});

test('a lost connection is tried again after growing pauses, and resumes from the last version', () => {
  server.welcome();
  server.socket.receive(emptyView({ version: 7 }));
  const pauses = [];
  for (let turn = 0; turn < 8; turn++) {
    server.socket.break();
    expect(session.status).toBe('lost');
    expect(session.tries).toBe(turn + 1);
    pauses.push(session.nextTry! - Date.now());
    vi.advanceTimersByTime(pauses.at(-1)! + 1);
    expect(server.sockets).toHaveLength(turn + 2);
  }
  expect(pauses[3]).toBeGreaterThan(pauses[0]!);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(8_000 * 1.25);
  server.welcome();
  expect(server.socket.sent[0]).toMatchObject({ type: 'hello', since: 7 });
  expect([session.status, session.tries, session.nextTry]).toEqual(['live', 0, null]);
});

test('a socket that never opens is given up', () => {
  vi.advanceTimersByTime(ANSWER_TIMEOUT + 1);
  expect(session.status).toBe('lost');
  expect(server.socket.readyState).toBe(WebSocket.CLOSED);
});

test('a server that accepts a socket and never welcomes is given up', () => {
  server.socket.accept();
  vi.advanceTimersByTime(ANSWER_TIMEOUT + 1);
  expect(session.status).toBe('lost');
});

test('a browser that is offline has lost its connection, however open the socket looks', () => {
  server.welcome();
  dispatchEvent(new Event('offline'));
  expect([session.status, session.tries]).toEqual(['lost', 1]);
  dispatchEvent(new Event('offline'));
  expect(session.tries).toBe(1);
});

test('a socket on which a command is not answered is given up, and the command goes again', async () => {
  server.welcome();
  const answered = session.send({ type: 'sit_out' });
  vi.advanceTimersByTime(ANSWER_TIMEOUT - 1);
  void session.send({ type: 'come_back' });
  expect(session.status).toBe('live');
  vi.advanceTimersByTime(1);
  expect(session.status).toBe('lost');
  session.retry();
  server.welcome();
  expect(server.socket.sent.map(({ type }) => type)).toEqual(['hello', 'sit_out', 'come_back']);
  server.socket.receive({
    type: 'ack',
    id: (server.socket.sent[1] as { id: string }).id,
    version: 1,
  });
  expect((await answered).type).toBe('ack');
  vi.advanceTimersByTime(ANSWER_TIMEOUT);
  expect(session.status).toBe('live');
});

test('the coach may think for longer than a socket may be silent', async () => {
  server.welcome();
  const answer = session.send({ type: 'advise', hand: 1, decision: 0 });
  vi.advanceTimersByTime(3 * ANSWER_TIMEOUT);
  expect(session.status).toBe('live');
  const asked = server.socket.sent.at(-1)!;
  const id = 'id' in asked ? asked.id : '';
  const analysis: Analysis = { seat: 0, pot: 2, method: 'exact', choices: [] };
  server.socket.receive({ type: 'advice', id, hand: 1, decision: 0, analysis, said: [] });
  expect(await answer).toMatchObject({ type: 'advice', hand: 1 });
});

test('any message shows that the socket is alive', () => {
  server.welcome();
  void session.send({ type: 'sit_out' });
  server.socket.receive(emptyView());
  vi.advanceTimersByTime(ANSWER_TIMEOUT + 1);
  expect(session.status).toBe('live');
});

test.each([
  { room: { ...room(1), next_hand: 60_000 }, due: 60_000 },
  { room: { ...room(1), clock: clock(70_000), next_hand: 60_000 }, due: 70_000 },
])(
  'a table that is silent after $due ms, when something had to happen, has lost its connection',
  (one) => {
    server.welcome();
    server.socket.receive(emptyView({ room: one.room }));
    vi.advanceTimersByTime(one.due);
    expect(session.status).toBe('live');
    vi.advanceTimersByTime(10_000);
    expect(session.status).not.toBe('live');
    server.welcome();
    server.socket.receive(emptyView({ now: one.due + 10_000, room: one.room }));
    vi.advanceTimersByTime(600_000);
    expect(server.sockets).toHaveLength(2);
  },
);

test('a table at which nothing has to happen may be silent', () => {
  server.welcome();
  server.socket.receive(emptyView({ room: { ...room(1), next_hand: 60_000 } }));
  server.socket.receive(emptyView({ version: 2, room: room(2) }));
  vi.advanceTimersByTime(600_000);
  expect(session.status).toBe('live');
});

test('a browser that is online again connects at once', () => {
  server.welcome();
  server.socket.break();
  dispatchEvent(new Event('online'));
  expect(server.sockets).toHaveLength(2);
  server.welcome();
  expect(session.status).toBe('live');
});

test('a page that is looked at again replaces a socket that has long been silent, and no other', () => {
  server.welcome();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(server.sockets).toHaveLength(1);
  vi.advanceTimersByTime(STALE_AFTER + 1);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(server.sockets).toHaveLength(2);
});

test('a command is answered once, and goes again under the same id after a lost connection', async () => {
  server.welcome();
  const answered = session.send({ type: 'act', hand: 1, decision: 0, action: 'fold' });
  const [, first] = server.socket.sent;
  server.socket.break();
  session.retry();
  expect(server.socket.sent).toEqual([]);
  server.welcome();
  expect(server.socket.sent[1]).toEqual(first);
  const { id } = first as { id: string };
  server.socket.receive({ type: 'ack', id, version: 3 });
  expect(await answered).toEqual({ type: 'ack', id, version: 3 });
  server.socket.break();
  session.retry();
  server.welcome();
  expect(server.socket.sent).toHaveLength(1);
});

test('a pledge goes with every welcome, once, and is the same', async () => {
  server.socket.accept();
  const welcome = { type: 'welcome', protocol: 2, table: 't', guest: 'g', name: 'Ana' } as const;
  server.socket.receive({ ...welcome, chair: null, now: 0 });
  await session.checking; // messages that came before the checker loaded are checked too
  const [first] = server.socket.fair;
  expect(first).toMatchObject({ type: 'pledge' });
  server.socket.break();
  session.retry();
  server.welcome();
  expect(server.socket.sent.map(({ type }) => type)).toEqual(['hello']);
  expect(server.socket.fair).toHaveLength(1);
  expect(server.socket.fair[0]).toMatchObject({ type: 'pledge', pledge: first!.pledge });
  expect(server.socket.fair[0]!.id).not.toBe(first!.id);
});

test('who is no guest pledges nothing', async () => {
  await session.checking;
  server.socket.accept();
  const nobody = { guest: null, name: null, chair: null, now: 0 };
  server.socket.receive({ type: 'welcome', protocol: 2, table: 't', ...nobody });
  expect(server.socket.fair).toEqual([]);
});

test('a command given while the connection is lost waits for it', () => {
  void session.send({ type: 'sit_out' });
  server.welcome();
  expect(server.socket.sent.map(({ type }) => type)).toEqual(['hello', 'sit_out']);
});

test('the log grows through a hand, begins anew with the next, and is whole after a gap', () => {
  server.welcome();
  const log = () => session.log.map(({ text }) => text);
  server.socket.receive(emptyView({ version: 1, said: [sentence('a')], room: room(1) }));
  server.socket.receive(emptyView({ version: 2, said: [sentence('b')], room: room(1) }));
  expect(log()).toEqual(['a', 'b']);
  server.socket.receive(
    emptyView({
      version: 5,
      said: [sentence('a'), sentence('b'), sentence('c')],
      is_whole: true,
      room: room(1),
    }),
  );
  expect(log()).toEqual(['a', 'b', 'c']);
  server.socket.receive(emptyView({ version: 6, said: [sentence('d')], room: room(2) }));
  expect(log()).toEqual(['d']);
});

test('a view older than the current one is not shown', () => {
  server.welcome();
  server.socket.receive(emptyView({ version: 9 }));
  server.socket.receive(emptyView({ version: 8 }));
  expect(session.view?.version).toBe(9);
});

test('what has not changed stays the same object, and is not drawn again', () => {
  server.welcome();
  const chairs = [seat(0, 'Ana', 40), seat(1, 'Bo', 40)];
  server.socket.receive(emptyView({ version: 1, room: { ...room(1), chairs } }));
  const drawn: string[] = [];
  const stop = $effect.root(() => {
    for (const place of [0, 1]) {
      const chair = $derived(session.room?.chairs[place]);
      $effect(() => {
        drawn.push(`${chair?.name} ${chair?.stack}`);
      });
    }
  });
  flushSync();
  const after = [seat(0, 'Ana', 40), seat(1, 'Bo', 30)];
  server.socket.receive(emptyView({ version: 2, room: { ...room(1), chairs: after } }));
  flushSync();
  stop();
  expect(drawn).toEqual(['Ana 40', 'Bo 40', 'Bo 30']);
});

test('a line of chat is kept once, whatever a new connection repeats', () => {
  const chatLine = (number: number) => ({
    number,
    at: 0,
    guest: 'g',
    name: 'Ana',
    text: 'x',
    reaction: null,
  });
  server.welcome();
  server.socket.receive({ type: 'chat_lines', table: 't', lines: [chatLine(1), chatLine(2)] });
  server.socket.receive({
    type: 'chat_lines',
    table: 't',
    lines: [chatLine(1), chatLine(2), chatLine(3)],
  });
  expect(session.chat.map(({ number }) => number)).toEqual([1, 2, 3]);
});

test('a final goodbye ends the session and answers what waits; a slow client reconnects', async () => {
  server.welcome();
  server.socket.receive({ type: 'goodbye', reason: 'slow', said: sentence('slow') });
  server.socket.break();
  expect(session.status).toBe('lost');
  session.retry();
  server.welcome();
  const answered = session.send({ type: 'leave' });
  server.socket.receive({ type: 'goodbye', reason: 'removed', said: sentence('sent away') });
  expect((await answered).type).toBe('refusal');
  expect([session.status, session.goodbye?.said.text]).toEqual(['over', 'sent away']);
  vi.advanceTimersByTime(60_000);
  dispatchEvent(new Event('online'));
  expect(server.sockets).toHaveLength(2);
  expect(await session.send({ type: 'leave' })).toMatchObject({ reason: { text: 'sent away' } });
});

test('closing a session answers every command', async () => {
  server.welcome();
  const waiting = session.send({ type: 'sit_out' });
  session.close();
  expect((await waiting).type).toBe('refusal');
  expect((await session.send({ type: 'leave' })).type).toBe('refusal');
});

test('clocks run by the server’s time', () => {
  server.welcome();
  server.socket.receive(emptyView({ now: 1_800_000_005_000 }));
  expect(session.now()).toBe(1_800_000_005_000);
  vi.advanceTimersByTime(3000);
  expect(session.now()).toBe(1_800_000_008_000);
});

test('the clock of a player without a connection ends sooner, and later again', () => {
  const view = emptyView({ now: 1_800_000_000_000 });
  const whole = clock(1_800_000_090_000);
  view.room.clock = whole;
  server.welcome();
  server.socket.receive(view);
  const present = { type: 'presence' as const, table: 't', here: [], onlookers: 0 };
  server.socket.receive({ ...present, clock: { ...whole, until: 1_800_000_020_000 } });
  expect(session.room?.clock?.until).toBe(1_800_000_020_000);
  server.socket.receive({ ...present, clock: { ...whole, began: 1, until: 1 } }); // of another turn
  server.socket.receive({ ...present, clock: null });
  expect(session.room?.clock?.until).toBe(1_800_000_020_000);
  server.socket.receive({ ...present, clock: whole });
  expect(session.room?.clock?.until).toBe(1_800_000_090_000);
});

test('a clock that is set on this device or at the server leaves the countdowns right', () => {
  const left = (until: number) => until - session.now();
  server.welcome();
  server.socket.receive(emptyView({ version: 1, now: 1_800_000_000_000 }));
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersByTime(1000);
  expect(left(1_800_000_030_000)).toBe(29_000);
  const earlier = 1_800_000_001_000 - 3_600_000;
  server.socket.receive(emptyView({ version: 2, now: earlier }));
  expect(left(earlier + 29_000)).toBe(29_000);
});

function seat(chair: number, name: string, stack: number) {
  return {
    chair,
    name,
    guest: name,
    bot: null,
    stack,
    pending_chips: 0,
    status: 'in',
    is_ready: false,
    time_bank: 60_000,
    seat: null,
  };
}

function clock(until: number) {
  return { time_bank_from: until, began: 0, chair: 0, kind: 'turn', until };
}
