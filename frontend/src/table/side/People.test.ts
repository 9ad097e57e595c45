import { cleanup, render } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { type Playback, recorded } from '../../dev/recorded';
import { api } from '../../lib/api';
import type { PageActions } from '../../lib/pageActions';
import { say } from '../../lib/words';
import type { View } from '../../protocol/socket';
import People from './People.svelte';

const page = {
  sit: vi.fn(),
  buy: vi.fn(),
  invite: vi.fn(),
  rules: vi.fn(),
  settings: vi.fn(),
  away: vi.fn(),
} satisfies PageActions;

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** The next view, with the viewer as the host. */
function next({ session, server }: Playback, changes: (view: View) => void): void {
  const view = structuredClone(session.view!);
  view.version += 1;
  view.room.host = session.me.guest!;
  changes(view);
  server.socket.receive(view);
  flushSync();
}

async function shown(): Promise<{ playback: Playback; container: HTMLElement }> {
  const playback = recorded('ricochet-other-turn');
  const { container } = render(People, { session: playback.session, page });
  next(playback, () => {});
  await vi.waitFor(() => expect(container.textContent).toContain(say('at.host.pause')));
  return { playback, container };
}

test('a hand can be called off while the table is paused, and no hand between hands', async () => {
  const { playback, container } = await shown();
  const offers = () => container.textContent!.includes(say('at.host.void'));
  expect(offers()).toBe(true);
  next(playback, ({ room }) => (room.phase = 'paused'));
  expect(offers()).toBe(true);
  next(playback, ({ hand }) => (hand!.to_act = null));
  expect(offers()).toBe(false);
  playback.session.close();
});

test('nothing is offered that the room would refuse', async () => {
  vi.spyOn(api, 'knocking').mockResolvedValue([]);
  const { playback, container } = await shown();
  const offers = (key: string) => container.textContent!.includes(say(key));
  const own = ({ room, chair }: View) => room.chairs.find((one) => one.chair === chair)!;
  const commands = ['at.people.buy', 'at.people.leave', 'at.people.invite'];
  expect(commands.map(offers)).toEqual([true, true, true]);
  next(playback, (view) => {
    own(view).status = 'leaving';
    view.room.is_closed = true;
  });
  expect(commands.map(offers)).toEqual([false, false, false]);
  playback.session.close();
});

test('who knocks stays on the list while the others play', async () => {
  const knocking = vi.spyOn(api, 'knocking').mockResolvedValue([{ id: 'z', name: 'Zoe' }]);
  const { playback, container } = await shown();
  next(playback, ({ room }) => (room.is_closed = true));
  const admits = () => container.querySelector(`[aria-label="${say('at.host.admit')}: Zoe"]`);
  await vi.waitFor(() => expect(admits()).toBeTruthy());
  const button = admits();
  next(playback, ({ room }) => (room.clock = null));
  expect(admits()).toBe(button);
  expect(knocking).toHaveBeenCalledOnce();
  next(playback, ({ room }) => (room.is_closed = false));
  expect(admits()).toBeNull();
  playback.session.close();
  knocking.mockRestore();
});

test('headings go down one level at a time', async () => {
  const { playback, container } = await shown();
  next(playback, ({ room }) => {
    room.is_closed = true;
    room.removed = [{ guest: 'g', name: 'Theo' }];
  });
  const levels = [...container.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(({ tagName }) =>
    Number(tagName[1]),
  );
  expect(levels.length).toBeGreaterThan(1);
  expect(skipped(levels)).toEqual([]);
  expect(skipped([2, 4])).toEqual([4]);
  playback.session.close();
});

/** The levels that are more than one below the heading before them; the page has a first one. */
function skipped(levels: number[]): number[] {
  return levels.filter((level, n) => level > (levels[n - 1] ?? 1) + 1);
}

test('a refusal stands beside its button, comes into view and is announced', async () => {
  const { playback, container } = await shown();
  const scroll = vi.fn();
  HTMLElement.prototype.scrollIntoView = scroll;
  const button = [...container.querySelectorAll('button')].find(
    ({ textContent }) => textContent === say('at.host.pause'),
  )!;
  button.click();
  const { id } = playback.server.socket.sent.at(-1) as { id: string };
  const reason = { key: 'k', values: {}, text: 'not now' };
  playback.server.socket.receive({ type: 'refusal', id, reason, menu: [] });
  await Promise.resolve();
  await Promise.resolve();
  flushSync();
  const alert = container.querySelector('[role=alert]')!;
  expect(alert.textContent).toBe('not now');
  expect(button.nextElementSibling).toBe(alert);
  expect(scroll).toHaveBeenCalled();
  playback.session.close();
});

test('a time bank is told of at tables with a clock alone', async () => {
  const { playback, container } = await shown();
  const bank = say('at.people.bank', { time: '|' }).split('|')[0]!;
  expect(container.textContent).toContain(bank);
  next(playback, ({ room }) => (room.rules.cards = 'real'));
  expect(container.textContent).not.toContain(bank);
  playback.session.close();
});
