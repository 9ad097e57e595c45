import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, test, vi } from 'vitest';
import Ledger from './Ledger.svelte';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
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
