import { cleanup, render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '../lib/api';
import { me } from '../lib/guest.svelte';
import { say } from '../lib/words';
import SeasonPage from './SeasonPage.svelte';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
  me.guest = null;
});

test('taking an evening out is asked about by its name, and the question goes away', async () => {
  const evening = {
    table: 't',
    name: 'Friday',
    host: 'g',
    at: 1,
    hands: 3,
    games: [],
    players: [],
  };
  const season = { id: 's', name: 'Winter', host: 'g', league: [], evenings: [evening] };
  vi.spyOn(me, 'load').mockResolvedValue();
  me.guest = { id: 'g', name: 'Ana' };
  vi.spyOn(api, 'season').mockResolvedValue(season);
  const drop = vi.spyOn(api, 'dropFromSeason').mockReturnValue(new Promise(() => {}));
  render(SeasonPage, { id: 's' });
  const button = await screen.findByText<HTMLButtonElement>(say('season.drop'));
  vi.useFakeTimers();
  const press = () => flushSync(() => button.click());
  for (const goesAway of [
    () => button.dispatchEvent(new FocusEvent('blur')),
    () => button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
    () => vi.advanceTimersByTime(6000),
  ]) {
    press();
    expect(button.textContent).toBe(say('season.drop_sure', { name: 'Friday' }));
    flushSync(() => void goesAway());
    expect(button.textContent).toBe(say('season.drop'));
  }
  press();
  expect(drop).not.toHaveBeenCalled();
  press();
  expect(drop).toHaveBeenCalledWith('s', 't');
});
