import { beforeEach, expect, test, vi } from 'vitest';
import { emptyView, FakeServer } from '../../dev/fakeServer';
import { TableSession } from '../../lib/session.svelte';
import type { FromClient, RealView } from '../../protocol/socket';
import { ToldQueue } from './toldQueue.svelte';

type Tell = Extract<FromClient, { type: 'tell' }>;

const card = (text: string) => ({ type: 'card' as const, card: text });
const realOf = (entries: number, hand = 1) =>
  ({ hand, entries: Array.from({ length: entries }) }) as unknown as RealView;

let server: FakeServer;
let session: TableSession;
let queue: ToldQueue;

beforeEach(() => {
  localStorage.clear();
  start();
});

/** Open the page, as after a reload. */
function start(): void {
  server = new FakeServer();
  session = new TableSession('t', server.dial);
  session.open();
  queue = new ToldQueue(session);
}

function arrive(entries: number, version: number): void {
  server.welcome();
  server.socket.receive(emptyView({ version, real: realOf(entries) }));
}

const sent = (): Tell[] => server.socket.sent.filter((one): one is Tell => one.type === 'tell');
const cardsOf = (told: readonly { entry: unknown; at: number }[]): string[] =>
  told.map(({ entry, at }) => `${at} ${(entry as { card: string }).card}`);

function keepTwo(): void {
  arrive(3, 5);
  server.socket.break();
  void queue.add(card('9h'), 1, 3, '');
  void queue.add(card('4c'), 1, 3, '');
}

test('what is told without the room is kept, and goes in its order when it is back', async () => {
  keepTwo();
  expect(cardsOf(queue.waiting)).toEqual(['3 9h', '4 4c']);
  session.retry();
  arrive(3, 5);
  await acknowledged(1, 6);
  await acknowledged(2, 7);
  expect(cardsOf(sent())).toEqual(['3 9h', '4 4c']);
  server.socket.receive(emptyView({ version: 7, real: realOf(5) }));
  await vi.waitFor(() => expect([queue.waiting, queue.held]).toEqual([[], []]));
});

test('after a reload it goes under the same ids', async () => {
  keepTwo();
  const ids = queue.waiting.map(({ id }) => id);
  session.close();
  start();
  arrive(3, 5);
  await acknowledged(1, 6);
  await acknowledged(2, 7);
  expect(sent().map(({ id }) => id)).toEqual(ids);
});

test('one whose answer was lost goes again under its id, and is not taken back here', async () => {
  arrive(3, 5);
  void queue.add(card('9h'), 1, 3, '');
  const [first] = sent();
  server.socket.break();
  expect(queue.canTakeBack).toBe(false);
  session.close();
  start();
  arrive(4, 6);
  await acknowledged(1, 6);
  expect(sent()).toEqual([first]);
  await vi.waitFor(() => expect(queue.waiting).toEqual([]));
});

test('what the room refuses is held with all after it, and sent on anew', async () => {
  keepTwo();
  session.retry();
  arrive(4, 6);
  await refused(1, 'somebody told something else');
  expect(cardsOf(queue.held)).toEqual(['3 9h', '4 4c']);
  expect(queue.reason).toBe('somebody told something else');
  const before = sent()[0]!.id;
  queue.leaveOut();
  void queue.sendOn(1, 4);
  expect(cardsOf(sent().slice(1))).toEqual(['4 4c']);
  expect(sent()[1]!.id).not.toBe(before);
});

test('what is sent on comes after one that the room has not answered yet', async () => {
  keepTwo();
  session.retry();
  arrive(4, 6);
  await refused(1, 'somebody told something else');
  void queue.add(card('2c'), 1, 4, '');
  void queue.sendOn(1, 4);
  await acknowledged(2, 7);
  await acknowledged(3, 8);
  await acknowledged(4, 9);
  expect(cardsOf(sent().slice(1))).toEqual(['4 2c', '5 9h', '6 4c']);
});

test('what is held survives a reload, and is told by nobody but a person', async () => {
  keepTwo();
  session.retry();
  arrive(4, 6);
  await refused(1, 'no');
  session.close();
  start();
  arrive(4, 6);
  expect([cardsOf(queue.held), queue.reason, sent()]).toEqual([['3 9h', '4 4c'], 'no', []]);
});

test('with the room in reach a refusal is only said', async () => {
  arrive(3, 5);
  void queue.add(card('9h'), 1, 3, '');
  await refused(1, 'it lies there already');
  expect([queue.refusal, queue.waiting, queue.held]).toEqual(['it lies there already', [], []]);
});

test('the last one is taken back while it has not been on its way', () => {
  keepTwo();
  queue.takeBack();
  expect(cardsOf(queue.waiting)).toEqual(['3 9h']);
});

test('two cards tapped before the room has answered have a place each', async () => {
  arrive(3, 5);
  void queue.add(card('Xx'), 1, 3, '');
  void queue.add(card('Xx'), 1, 3, '');
  await acknowledged(1, 6);
  await acknowledged(2, 7);
  expect(cardsOf(sent())).toEqual(['3 Xx', '4 Xx']);
});

test('a page that is left holds nothing', async () => {
  arrive(3, 5);
  void queue.add(card('9h'), 1, 3, '');
  session.close();
  await Promise.resolve();
  expect([cardsOf(queue.waiting), queue.held]).toEqual([['3 9h'], []]);
});

/** Answer the nth telling, once it was sent. */
async function acknowledged(n: number, version: number): Promise<void> {
  await vi.waitFor(() => expect(sent()).toHaveLength(n));
  server.socket.receive({ type: 'ack', id: sent()[n - 1]!.id, version });
}

async function refused(n: number, text: string): Promise<void> {
  await vi.waitFor(() => expect(sent()).toHaveLength(n));
  const reason = { key: 'real.late', values: {}, text };
  server.socket.receive({ type: 'refusal', id: sent()[n - 1]!.id, reason });
  await vi.waitFor(() => expect(queue.reason || queue.refusal).toBe(text));
}
