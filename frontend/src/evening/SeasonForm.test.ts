import { cleanup, render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '../lib/api';
import { say } from '../lib/words';
import SeasonForm from './SeasonForm.svelte';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('two presses make one new season', async () => {
  const season = { id: 's', name: 'Winter', host: 'g', at: 1, league: [], evenings: [] };
  vi.spyOn(api, 'seasons').mockResolvedValue([]);
  const add = vi.spyOn(api, 'addToSeason').mockResolvedValue(season);
  render(SeasonForm, { table: 't', guest: 'g', suggestion: 'Winter' });
  const button = screen.getByRole<HTMLButtonElement>('button');
  button.click();
  flushSync();
  expect(button.disabled).toBe(true);
  await screen.findByText(say('evening.season_open', { season: 'Winter' }));
  button.click();
  await vi.waitFor(() => expect(add).toHaveBeenCalledTimes(2));
  expect(add.mock.calls.map(([, wanted]) => wanted)).toEqual([null, 's']);
});
