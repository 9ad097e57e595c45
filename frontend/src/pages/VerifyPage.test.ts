import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import * as requests from '../lib/api';
import { me } from '../lib/guest.svelte';
import { say } from '../lib/words';
import type { TableLine } from '../protocol/http';
import VerifyPage from './VerifyPage.svelte';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  me.guest = null;
});

test('hands of tables that run and of those that have ended can be verified', async () => {
  const line = (name: string) => ({ table: name, name }) as TableLine;
  vi.spyOn(me, 'load').mockResolvedValue();
  me.guest = { id: 'g', name: 'Ana' };
  vi.spyOn(requests.api, 'ownTables').mockResolvedValue([line('Friday')]);
  vi.spyOn(requests.api, 'endedTables').mockResolvedValue([line('Thursday')]);
  render(VerifyPage);
  await screen.findByText('Friday');
  expect(screen.getByLabelText(`${say('verify.check')}: Thursday`)).toBeTruthy();
});
