import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { say } from '../lib/words';
import RecoveryPage from './RecoveryPage.svelte';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a recovery link is kept in the address until it has worked', async () => {
  history.replaceState({}, '', '/back#secret');
  let isReachable = false;
  vi.stubGlobal('fetch', (_: string, { method }: RequestInit) => {
    if (!isReachable) throw new TypeError('no network');
    return Response.json(method === 'GET' ? { guest: null } : { id: 'g', name: 'Ana' });
  });
  render(RecoveryPage);
  const again = await screen.findByRole('button', { name: say('again') });
  expect(location.hash).toBe('#secret');
  isReachable = true;
  await fireEvent.click(again);
  await vi.waitUntil(() => location.pathname === '/');
  expect(location.hash).toBe('');
});
