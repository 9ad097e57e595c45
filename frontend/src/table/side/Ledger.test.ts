import { cleanup, render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { recorded } from '../../dev/recorded';
import { api } from '../../lib/api';
import type { PageActions } from '../../lib/pageActions';
import type { EveningView } from '../../protocol/http';
import Ledger from './Ledger.svelte';
import Side from './Side.svelte';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the ledger is read again when a hand is over, not only when the next one begins', async () => {
  let stack = 40;
  vi.stubGlobal('fetch', (path: string) => {
    const accounts = [{ guest: 'g', name: 'Ana', bought: 40, paid_out: 0, stack, net: stack - 40 }];
    return Response.json(path.endsWith('ledger') ? { accounts, transfers: [] } : []);
  });
  const { rerender } = render(Ledger, { table: 't', hand: 3, phase: 'playing' });
  await screen.findAllByText('40');
  stack = 57;
  await rerender({ phase: 'pause' });
  await screen.findByText('57');
});

test('where nobody counts the chips, the ledger has hands and no accounts', async () => {
  const account = { guest: 'g', name: 'Ana', bought: 2000, paid_out: 0, stack: 2000, net: 0 };
  const hands = [{ hand: 1, title: 'Badugi', is_void: false }];
  vi.stubGlobal('fetch', (path: string) =>
    Response.json(path.endsWith('ledger') ? { accounts: [account], transfers: [] } : hands),
  );
  render(Ledger, { table: 't', hand: 2, phase: 'playing', hasRealChips: true });
  await screen.findByText('Badugi');
  expect(screen.queryByText('2000')).toBeNull();
});

test('the ledger is not read again at every action', async () => {
  const read = vi.spyOn(api, 'ledger').mockResolvedValue({ accounts: [], transfers: [] });
  vi.spyOn(api, 'hands').mockResolvedValue([]);
  const { session, server } = recorded('ricochet-other-turn');
  const page = {} as PageActions;
  render(Side, { session, page, tab: 'ledger', ontab: () => {} });
  await vi.waitFor(() => expect(read).toHaveBeenCalledOnce());
  const acted = structuredClone(session.view!);
  acted.version += 1;
  acted.room.clock = null;
  server.socket.receive(acted);
  flushSync();
  expect(read).toHaveBeenCalledOnce();
  const over = structuredClone(session.view!);
  over.version += 1;
  over.room.phase = 'pause';
  server.socket.receive(over);
  flushSync();
  expect(read).toHaveBeenCalledTimes(2);
  session.close();
});

test('who still looks at an ended table learns where the same people go on', async () => {
  vi.useFakeTimers();
  vi.spyOn(api, 'ledger').mockResolvedValue({ accounts: [], transfers: [] });
  vi.spyOn(api, 'hands').mockResolvedValue([]);
  const looked = vi.spyOn(api, 'evening');
  looked.mockResolvedValueOnce({ next: null } as EveningView);
  looked.mockResolvedValueOnce({ next: 'u' } as EveningView);
  const { rerender } = render(Ledger, { table: 't', hand: 3, phase: 'playing' });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(looked).not.toHaveBeenCalled();
  await rerender({ phase: 'ended' });
  await vi.advanceTimersByTimeAsync(6_000);
  expect(screen.queryByText('Join them')).toBeNull();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(screen.getByText('Join them').getAttribute('href')).toBe('/tables/u');
  expect(looked).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});
