import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { say } from '../lib/words';
import type { Sessions as Listed } from '../protocol/http';
import Sessions from './Sessions.svelte';

const HOUR = 3_600_000;
let listed: Listed;
/** The requests to the server, except the list. */
let asked: string[];

function answer(path: string, { method = 'GET' }: RequestInit): Response {
  if (method === 'GET') return Response.json(listed);
  asked.push(`${method} ${path}`);
  if (path.endsWith('/sessions')) listed = { browsers: listed.browsers.slice(0, 1), links: [] };
  if (path.endsWith('/phone')) listed = { ...listed, browsers: listed.browsers.slice(0, 1) };
  if (path.endsWith('/link')) listed = { ...listed, links: [] };
  return Response.json({ is_done: true });
}

beforeEach(() => {
  asked = [];
  const made = 1_700_000_000_000;
  listed = {
    browsers: [
      { id: 'own', name: 'Firefox', system: 'Linux', made, seen: made, is_own: true },
      { id: 'phone', name: 'Safari', system: 'iPhone', made, seen: made + HOUR, is_own: false },
      { id: 'odd', name: '', system: '', made, seen: made, is_own: false },
    ],
    links: [{ id: 'link', made, expires: made + 168 * HOUR }],
  };
  vi.stubGlobal('fetch', answer);
  render(Sessions, { guest: { id: 'g', name: 'Ana' } });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function rows(): Promise<string[]> {
  const list = await screen.findByRole('list', { name: say('settings.browsers.title') });
  return within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim());
}

test('every browser says what it is and when it was used; this one has no button', async () => {
  const [own, phone, odd] = await rows();
  expect(own).toBe('Firefox on Linux This browser');
  expect(phone).toMatch(/^Safari on iPhone Last used .*2023.* Log out$/);
  expect(odd).toMatch(/^A browser Last used .*2023.* Log out$/);
});

test('one browser is logged out, and is gone from the list', async () => {
  await fireEvent.click(await screen.findByRole('button', { name: /Log out Safari on iPhone/ }));
  await vi.waitFor(async () => expect(await rows()).toHaveLength(1));
  expect(asked).toEqual(['DELETE /api/me/sessions/phone']);
});

test('all others are logged out at once, and it is said', async () => {
  const button = { name: say('settings.browsers.everywhere') };
  await fireEvent.click(await screen.findByRole('button', button));
  await vi.waitFor(async () => expect(await rows()).toHaveLength(1));
  expect(screen.getByRole('status').textContent).toBe(say('settings.browsers.everywhere_done'));
  expect(screen.queryByRole('button', button)).toBeNull();
});

test('a recovery link is revoked', async () => {
  await fireEvent.click(await screen.findByRole('button', { name: /Revoke the link made/ }));
  await vi.waitFor(() => expect(asked).toEqual(['DELETE /api/me/recovery/link']));
  const list = { name: say('settings.recovery') };
  await vi.waitFor(() => expect(screen.queryByRole('list', list)).toBeNull());
});

test('logging out here says what is lost, and asks again', async () => {
  await fireEvent.click(await screen.findByRole('button', { name: say('settings.browsers.here') }));
  screen.getByText(say('settings.browsers.here_hint', { name: 'Ana' }));
  expect(asked).toEqual([]);
  await fireEvent.click(screen.getByRole('button', { name: 'Log out Ana here' }));
  await vi.waitFor(() => expect(asked).toEqual(['DELETE /api/session']));
});
