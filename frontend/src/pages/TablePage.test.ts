import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyView, FakeServer } from '../dev/fakeServer';
import { recordedView } from '../dev/recorded';
import { router } from '../lib/router.svelte';
import { say } from '../lib/words';
import type { Goodbye, View } from '../protocol/socket';
import TablePage from './TablePage.svelte';

const ANSWERS: Record<string, unknown> = {
  '/api/session': { guest: { id: 'g', name: 'Ana' } },
  '/api/tables/t/guests': { table: 't' },
  '/api/tables/t/ledger': { accounts: [], transfers: [] },
  '/api/tables/t/hands': [],
};

let server: FakeServer;
/** Requests wait while this is set. */
let gate: Promise<void> | null;
let requests: string[];

beforeEach(() => {
  server = new FakeServer();
  gate = null;
  requests = [];
  const Socket = function () {
    return server.dial();
  };
  vi.stubGlobal('WebSocket', Object.assign(Socket, { CONNECTING: 0, OPEN: 1, CLOSED: 3 }));
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path);
    await gate;
    return Response.json(ANSWERS[path]);
  });
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget() as MediaQueryList, { matches: true, media }),
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const heading = () => document.querySelector('h1')?.textContent;
const settled = () => new Promise((done) => setTimeout(done));

/** Open the page of the table, and receive a view. */
async function arrive(view: View): Promise<void> {
  render(TablePage, { id: 't' });
  await vi.waitUntil(() => server.sockets.length);
  server.welcome();
  server.socket.receive(view);
  await tick();
}

/** Receive a goodbye. */
async function depart(reason: string, view: View): Promise<void> {
  await arrive(view);
  const over: View = { ...view, version: 2, room: { ...view.room, phase: 'ended' } };
  if (reason === 'ended') server.socket.receive(over);
  const said = { key: 'k', values: {}, text: 'that is it' };
  server.socket.receive({ type: 'goodbye', reason, said } as Goodbye);
  await tick();
}

test('a table that has ended stays in sight, with its ledger read once more', async () => {
  await depart('ended', emptyView());
  expect(heading()).not.toBe(say('coming.over'));
  const tab = screen.getByRole('tab', { name: say('at.side.ledger') });
  expect(tab.getAttribute('aria-selected')).toBe('true');
  // The ledger is loaded when it is shown.
  await vi.waitFor(() => expect(requests).toContain('/api/tables/t/ledger'));
});

test('a removed player sees nothing of the table any more', async () => {
  await depart('removed', emptyView());
  expect(heading()).toBe(say('coming.over'));
});

test('leaving before the connection is made opens no socket', async () => {
  let open = (): void => {};
  gate = new Promise((done) => (open = done));
  const { unmount } = render(TablePage, { id: 't' });
  await settled();
  unmount();
  open();
  await settled();
  await settled();
  expect(server.sockets).toHaveLength(0);
});

test('whoever plays at once sits down and waits for nobody else', async () => {
  router.replace('/tables/t', { sit: true, deal: true });
  server.answer = (message) =>
    'id' in message ? { type: 'ack', id: message.id, version: 1 } : null;
  await arrive(emptyView());
  await vi.waitFor(() =>
    expect(server.socket.sent.map(({ type }) => type)).toEqual(['hello', 'sit', 'ready']),
  );
});

/** A hand in which the viewer has chips in the pot, at a table with a highest buy-in. */
function playing(most: number): View {
  const view = recordedView('ricochet-your-turn');
  return { ...view, version: 1, room: { ...view.room, rules: { ...view.room.rules, most } } };
}

test('a player with as many chips as allowed is offered no more', async () => {
  await arrive(playing(1));
  await fireEvent.click(screen.getByRole('tab', { name: say('at.side.people') }));
  await screen.findByRole('button', { name: say('at.people.leave') });
  expect(screen.queryByRole('button', { name: say('at.people.buy') })).toBeNull();
});

test('a player with less is offered the rest', async () => {
  const view = playing(1000);
  await arrive(view);
  await fireEvent.click(screen.getByRole('tab', { name: say('at.side.people') }));
  await fireEvent.click(await screen.findByRole('button', { name: say('at.people.buy') }));
  const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: say('chips.label') });
  expect(Number(field.max)).toBe(1000 - view.hand!.seats[view.hand!.seat!]!.stack);
});
