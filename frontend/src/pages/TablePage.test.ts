import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recordedView } from '../dev/recorded';
import { FakeServer, viewOf } from '../dev/fakeServer';
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
let asked: string[];

beforeEach(() => {
  server = new FakeServer();
  gate = null;
  asked = [];
  const Socket = function () {
    return server.dial();
  };
  vi.stubGlobal('WebSocket', Object.assign(Socket, { CONNECTING: 0, OPEN: 1, CLOSED: 3 }));
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
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

/** Come to the table and see it. */
async function come(view: View): Promise<void> {
  render(TablePage, { id: 't' });
  await vi.waitUntil(() => server.sockets.length);
  server.welcome();
  server.line.tell(view);
  await tick();
}

async function part(reason: string, view: View): Promise<void> {
  await come(view);
  const over: View = { ...view, version: 2, room: { ...view.room, phase: 'ended' } };
  if (reason === 'ended') server.line.tell(over);
  const said = { key: 'k', values: {}, text: 'that is it' };
  server.line.tell({ type: 'goodbye', reason, said } as Goodbye);
  await tick();
}

test('a table that has ended stays in sight, with its ledger read once more', async () => {
  await part('ended', viewOf());
  expect(heading()).not.toBe(say('coming.over'));
  const tab = screen.getByRole('tab', { name: say('at.side.ledger') });
  expect(tab.getAttribute('aria-selected')).toBe('true');
  await settled();
  expect(asked).toContain('/api/tables/t/ledger');
});

test('who is sent away sees nothing of the table any more', async () => {
  await part('removed', viewOf());
  expect(heading()).toBe(say('coming.over'));
});

test('who turns back on the way opens no line', async () => {
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

/** A hand in which Ana has lost chips to the pot, at a table with a highest buy-in. */
function playing(most: number): View {
  const view = recordedView('ricochet-your-turn');
  return { ...view, version: 1, room: { ...view.room, rules: { ...view.room.rules, most } } };
}

test('who has all the chips that one may have is told so', async () => {
  await come(playing(1));
  await fireEvent.click(screen.getByRole('tab', { name: say('at.side.people') }));
  await fireEvent.click(screen.getByRole('button', { name: say('at.people.buy') }));
  expect(screen.getByText(say('chips.most'))).toBeTruthy();
});

test('who has less is offered the rest', async () => {
  const view = playing(1000);
  await come(view);
  await fireEvent.click(screen.getByRole('tab', { name: say('at.side.people') }));
  await fireEvent.click(screen.getByRole('button', { name: say('at.people.buy') }));
  const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: say('chips.label') });
  expect(Number(field.max)).toBe(1000 - view.hand!.seats[view.hand!.seat!]!.stack);
});
