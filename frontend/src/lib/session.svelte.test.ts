import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Said } from '../protocol/socket';
import { PATIENCE, SILENCE } from './connection';
import { TableSession } from './session.svelte';
import { FakeServer, viewOf } from '../dev/fakeServer';

const line = (text: string): Said => ({ key: 'k', values: {}, text });
const room = (hand: number) => ({ ...viewOf().room, hand });

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
  expect(server.line.sent).toEqual([{ type: 'hello', protocol: 1, table: 't' }]);
  expect(session.status).toBe('live');
  expect(session.me).toEqual({ guest: 'g', name: 'Ana', chair: null });
});

test('a lost connection is tried again with growing pauses, and resyncs by the last version', () => {
  server.welcome();
  server.line.tell(viewOf({ version: 7 }));
  const pauses = [];
  for (let turn = 0; turn < 8; turn++) {
    server.line.break();
    expect(session.status).toBe('lost');
    expect(session.tries).toBe(turn + 1);
    pauses.push(session.nextTry! - Date.now());
    vi.advanceTimersByTime(pauses.at(-1)! + 1);
    expect(server.sockets).toHaveLength(turn + 2);
  }
  expect(pauses[3]).toBeGreaterThan(pauses[0]!);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(8_000 * 1.25);
  server.welcome();
  expect(server.line.sent[0]).toMatchObject({ type: 'hello', since: 7 });
  expect([session.status, session.tries, session.nextTry]).toEqual(['live', 0, null]);
});

test('a socket that never opens is given up', () => {
  vi.advanceTimersByTime(PATIENCE + 1);
  expect(session.status).toBe('lost');
  expect(server.line.readyState).toBe(WebSocket.CLOSED);
});

test('a server that takes the call and never welcomes is given up', () => {
  server.line.accept();
  vi.advanceTimersByTime(PATIENCE + 1);
  expect(session.status).toBe('lost');
});

test('a browser that is offline has lost its line, however open that looks', () => {
  server.welcome();
  dispatchEvent(new Event('offline'));
  expect([session.status, session.tries]).toEqual(['lost', 1]);
  dispatchEvent(new Event('offline'));
  expect(session.tries).toBe(1);
});

test('a line on which a command is not answered is given up, and the command goes again', async () => {
  server.welcome();
  const answered = session.send({ type: 'sit_out' });
  vi.advanceTimersByTime(PATIENCE - 1);
  void session.send({ type: 'come_back' });
  expect(session.status).toBe('live');
  vi.advanceTimersByTime(1);
  expect(session.status).toBe('lost');
  session.retry();
  server.welcome();
  expect(server.line.sent.map(({ type }) => type)).toEqual(['hello', 'sit_out', 'come_back']);
  server.line.tell({ type: 'ack', id: (server.line.sent[1] as { id: string }).id, version: 1 });
  expect((await answered).type).toBe('ack');
  vi.advanceTimersByTime(PATIENCE);
  expect(session.status).toBe('live');
});

test('the coach may think longer than a line may be silent', async () => {
  server.welcome();
  const answer = session.send({ type: 'advise', hand: 1, decision: 0 });
  vi.advanceTimersByTime(3 * PATIENCE);
  expect(session.status).toBe('live');
  const asked = server.line.sent.at(-1)!;
  const id = 'id' in asked ? asked.id : '';
  const told = { choices: [], escape: [], method: 'exact', error: 0, told: [] };
  server.line.tell({ type: 'advice', id, hand: 1, decision: 0, ...told });
  expect(await answer).toMatchObject({ type: 'advice', hand: 1 });
});

test('anything that is heard shows that the line is alive', () => {
  server.welcome();
  void session.send({ type: 'sit_out' });
  server.line.tell(viewOf());
  vi.advanceTimersByTime(PATIENCE + 1);
  expect(session.status).toBe('live');
});

test.each([
  { room: { ...room(1), next_hand: 60_000 }, due: 60_000 },
  { room: { ...room(1), clock: clock(70_000), next_hand: 60_000 }, due: 70_000 },
])('a table that is silent after $due ms, when something had to happen, is asked', (one) => {
  server.welcome();
  server.line.tell(viewOf({ room: one.room }));
  vi.advanceTimersByTime(one.due);
  expect(session.status).toBe('live');
  vi.advanceTimersByTime(10_000);
  expect(session.status).not.toBe('live');
  server.welcome();
  server.line.tell(viewOf({ now: one.due + 10_000, room: one.room }));
  vi.advanceTimersByTime(600_000);
  expect(server.sockets).toHaveLength(2);
});

test('a table at which nothing has to happen may be silent', () => {
  server.welcome();
  server.line.tell(viewOf({ room: { ...room(1), next_hand: 60_000 } }));
  server.line.tell(viewOf({ version: 2, room: room(2) }));
  vi.advanceTimersByTime(600_000);
  expect(session.status).toBe('live');
});

test('the browser that is online again is not kept waiting', () => {
  server.welcome();
  server.line.break();
  dispatchEvent(new Event('online'));
  expect(server.sockets).toHaveLength(2);
  server.welcome();
  expect(session.status).toBe('live');
});

test('a page that is looked at again doubts a socket that has long been silent, and no other', () => {
  server.welcome();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(server.sockets).toHaveLength(1);
  vi.advanceTimersByTime(SILENCE + 1);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(server.sockets).toHaveLength(2);
});

test('a command is answered once, and goes again under the same id after a lost connection', async () => {
  server.welcome();
  const answered = session.send({ type: 'act', hand: 1, decision: 0, action: 'fold' });
  const [, first] = server.line.sent;
  server.line.break();
  session.retry();
  expect(server.line.sent).toEqual([]);
  server.welcome();
  expect(server.line.sent[1]).toEqual(first);
  const { id } = first as { id: string };
  server.line.tell({ type: 'ack', id, version: 3 });
  expect(await answered).toEqual({ type: 'ack', id, version: 3 });
  server.line.break();
  session.retry();
  server.welcome();
  expect(server.line.sent).toHaveLength(1);
});

test('a command given while the connection is lost waits for it', () => {
  void session.send({ type: 'sit_out' });
  server.welcome();
  expect(server.line.sent.map(({ type }) => type)).toEqual(['hello', 'sit_out']);
});

test('table talk grows through a hand, begins anew with the next, and is whole after a gap', () => {
  server.welcome();
  const talk = () => session.talk.map(({ text }) => text);
  server.line.tell(viewOf({ version: 1, told: [line('a')], room: room(1) }));
  server.line.tell(viewOf({ version: 2, told: [line('b')], room: room(1) }));
  expect(talk()).toEqual(['a', 'b']);
  server.line.tell(
    viewOf({ version: 5, told: [line('a'), line('b'), line('c')], is_whole: true, room: room(1) }),
  );
  expect(talk()).toEqual(['a', 'b', 'c']);
  server.line.tell(viewOf({ version: 6, told: [line('d')], room: room(2) }));
  expect(talk()).toEqual(['d']);
});

test('a view older than the one at hand is not shown', () => {
  server.welcome();
  server.line.tell(viewOf({ version: 9 }));
  server.line.tell(viewOf({ version: 8 }));
  expect(session.view?.version).toBe(9);
});

test('what has not changed stays the same object, and is not drawn again', () => {
  server.welcome();
  const chairs = [seat(0, 'Ana', 40), seat(1, 'Bo', 40)];
  server.line.tell(viewOf({ version: 1, room: { ...room(1), chairs } }));
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
  server.line.tell(viewOf({ version: 2, room: { ...room(1), chairs: after } }));
  flushSync();
  stop();
  expect(drawn).toEqual(['Ana 40', 'Bo 40', 'Bo 30']);
});

test('chat is kept once, whatever a new connection repeats', () => {
  const said = (number: number) => ({
    number,
    at: 0,
    guest: 'g',
    name: 'Ana',
    text: 'x',
    reaction: null,
  });
  server.welcome();
  server.line.tell({ type: 'chat_lines', table: 't', lines: [said(1), said(2)] });
  server.line.tell({ type: 'chat_lines', table: 't', lines: [said(1), said(2), said(3)] });
  expect(session.said.map(({ number }) => number)).toEqual([1, 2, 3]);
});

test('a goodbye for good ends the session and answers what waits; a slow line comes back', async () => {
  server.welcome();
  server.line.tell({ type: 'goodbye', reason: 'slow', said: line('slow') });
  server.line.break();
  expect(session.status).toBe('lost');
  session.retry();
  server.welcome();
  const answered = session.send({ type: 'leave' });
  server.line.tell({ type: 'goodbye', reason: 'removed', said: line('sent away') });
  expect((await answered).type).toBe('refusal');
  expect([session.status, session.goodbye?.said.text]).toEqual(['over', 'sent away']);
  vi.advanceTimersByTime(60_000);
  dispatchEvent(new Event('online'));
  expect(server.sockets).toHaveLength(2);
  expect(await session.send({ type: 'leave' })).toMatchObject({ reason: { text: 'sent away' } });
});

test('who goes away from a table gets an answer to everything', async () => {
  server.welcome();
  const waiting = session.send({ type: 'sit_out' });
  session.close();
  expect((await waiting).type).toBe('refusal');
  expect((await session.send({ type: 'leave' })).type).toBe('refusal');
});

test('clocks run by the time of the server', () => {
  server.welcome();
  server.line.tell(viewOf({ now: Date.now() + 5000 }));
  expect(session.now() - Date.now()).toBe(5000);
});

function seat(chair: number, name: string, stack: number) {
  return {
    chair,
    name,
    guest: name,
    bot: null,
    stack,
    coming: 0,
    status: 'in',
    is_ready: false,
    bank: 60_000,
    seat: null,
  };
}

function clock(until: number) {
  return { bank_from: until, began: 0, chair: 0, kind: 'turn', until };
}
