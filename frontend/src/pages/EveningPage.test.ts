import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { api, ApiError } from '../lib/api';
import { me } from '../lib/guest.svelte';
import { say } from '../lib/words';
import EveningPage from './EveningPage.svelte';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  me.guest = null;
});

test('a guest who was not there on this device learns the way back to their evening', async () => {
  vi.spyOn(me, 'load').mockResolvedValue();
  const refusal = Object.assign(new ApiError('by invitation only'), { isForbidden: true });
  vi.spyOn(api, 'evening').mockRejectedValue(refusal);
  render(EveningPage, { table: 't' });
  await screen.findByText(say('evening.stranger'));
  cleanup();
  me.guest = { id: 'g', name: 'Cat' };
  render(EveningPage, { table: 't' });
  await screen.findByText(say('evening.absent', { name: 'Cat' }));
  expect(screen.queryByRole('alert')).toBeNull();
});
