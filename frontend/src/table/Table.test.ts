import { cleanup, render } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NAMES, recorded } from '../dev/recorded';
import type { House } from '../lib/house';
import { spoken } from './cards';
import Table from './Table.svelte';

const house: House = {
  sit: vi.fn(),
  buy: vi.fn(),
  invite: vi.fn(),
  rules: vi.fn(),
  settings: vi.fn(),
  away: vi.fn(),
};

/** No motion: here the animations of cards would never end. */
beforeEach(() => {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget() as MediaQueryList, {
      matches: media.includes('reduce'),
      media,
    }),
  );
});
afterEach(cleanup);

/** A sentence with every card in it by its name: `Kc` as the ear gets it. */
function aloud(text: string): string {
  return text.replace(/\b[2-9TJQKA][cdhs]\b|\bXx\b/g, spoken);
}

test.each(NAMES.filter((name) => name.startsWith('hand-')))(
  'what is heard of %s is the table talk, sentence by sentence',
  (name) => {
    const playback = recorded(name);
    const { container } = render(Table, { session: playback.session, house });
    while (playback.step()) flushSync();
    const heard = [...container.querySelectorAll('[data-live=talk] p')].map((p) => p.textContent);
    expect(heard).toEqual(playback.told.map(({ text }) => aloud(text)));
    expect(heard.length).toBeGreaterThan(8);
    playback.session.close();
  },
);

test.each(NAMES)('%s is shown: every player, every open card, every action', (name) => {
  const { session } = recorded(name);
  const { container } = render(Table, { session, house });
  flushSync();
  const view = session.view!;
  const mine = view.chair;
  const seats = [...container.querySelectorAll('.seat')];
  expect(seats.map((seat) => seat.querySelector('.who b')!.textContent)).toHaveLength(
    view.room.chairs.filter(({ chair }) => chair !== mine).length,
  );
  for (const { chair, seat, name: player } of view.room.chairs) {
    if (seat === null || chair === mine) continue;
    const tile = container.querySelector(`.seat[data-chair="${chair}"]`)!;
    expect(tile.querySelector('.who b')!.textContent).toBe(player);
    tile.querySelector<HTMLElement>('.open')?.click();
    flushSync();
    const label = [...tile.querySelectorAll('[role=img]')].map((e) => e.getAttribute('aria-label'));
    for (const { card } of view.hand!.seats[seat]!.cards)
      if (card !== '??') expect(label.join()).toContain(spoken(card));
  }
  const acts = [...container.querySelectorAll<HTMLElement>('.act')];
  const kinds = new Set(acts.map((button) => button.dataset.act).filter(Boolean));
  for (const { kind, cards } of view.hand!.menu) expect(kinds.has(kind)).toBe(!cards.length);
  session.close();
});

test('a view changes nothing of the seats that it does not speak of', () => {
  const playback = recorded('hand-ricochet');
  const { container } = render(Table, { session: playback.session, house });
  playback.step();
  flushSync();
  const changed: Node[] = [];
  const observer = new MutationObserver((records) => changed.push(...records.map((r) => r.target)));
  observer.observe(container, { childList: true, subtree: true, characterData: true });
  const before = playback.session.view!;
  const pilesOf = (chair: number) => container.querySelector(`.seat[data-chair="${chair}"] .piles`);
  const drawn = before.room.chairs.map(({ chair }) => pilesOf(chair));
  playback.step();
  flushSync();
  changed.push(...observer.takeRecords().map((record) => record.target));
  const after = playback.session.view!;
  const same = after.room.chairs.filter(
    ({ seat }, n) =>
      seat !== null &&
      after.room.chairs[n] === before.room.chairs[n] &&
      after.hand!.seats[seat] === before.hand!.seats[seat],
  );
  expect(same.length).toBeGreaterThan(0);
  for (const { chair } of same) {
    const piles = pilesOf(chair);
    expect(drawn).toContain(piles);
    expect(changed.some((node) => piles?.contains(node))).toBe(false);
  }
  observer.disconnect();
  playback.session.close();
});

test('the hand is one tab stop, and arrows go from card to card', () => {
  const { session } = recorded('nine-discard');
  const { container } = render(Table, { session, house });
  flushSync();
  const cards = [...container.querySelectorAll<HTMLElement>('[data-card]')];
  const stops = () => cards.map((card) => card.tabIndex);
  expect(stops().filter((stop) => stop === 0)).toHaveLength(1);
  cards[0]!.focus();
  cards[0]!.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }));
  flushSync();
  expect(document.activeElement).toBe(cards.at(-1));
  expect(stops().at(-1)).toBe(0);
  session.close();
});
