import { cleanup, render } from '@testing-library/svelte';
import { createRawSnippet, flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NAMES, type Playback, recorded } from '../dev/recorded';
import type { BreachKind } from '../fairness/dealState';
import type { PageActions } from '../lib/pageActions';
import { say } from '../lib/words';
import Dialog from '../parts/Dialog.svelte';
import type { ChairView, View } from '../protocol/socket';
import { cardName } from './model/cards';
import { GUARD_TIME } from './model/pressGuard';
import Table from './Table.svelte';

const page: PageActions = {
  sit: vi.fn(),
  buy: vi.fn(),
  invite: vi.fn(),
  rules: vi.fn(),
  settings: vi.fn(),
  away: vi.fn(),
};

const empty = createRawSnippet(() => ({ render: () => '<p></p>' }));

/** Reduced motion: here the animations of cards would never end. */
beforeEach(() => {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget() as MediaQueryList, {
      matches: media.includes('reduce'),
      media,
    }),
  );
});
afterEach(cleanup);

/** The next view: the latest one with changes. */
function next({ session, server }: Playback, changes: (view: View) => void): void {
  const view = structuredClone(session.view!);
  view.version += 1;
  changes(view);
  server.socket.receive(view);
  flushSync();
}

/** The viewer's own chair. */
function ownChair(view: View): ChairView {
  return view.room.chairs.find(({ chair }) => chair === view.chair)!;
}

/** A sentence with every card by its name, as it is spoken. */
function spoken(text: string): string {
  return text.replace(/\b[2-9TJQKA][cdhs]\b|\bXx\b/g, cardName);
}

test.each(NAMES.filter((name) => name.startsWith('hand-')))(
  'screen readers get the log of %s, sentence by sentence',
  (name) => {
    const playback = recorded(name);
    const { container } = render(Table, { session: playback.session, page });
    while (playback.step()) flushSync();
    const heard = [...container.querySelectorAll('[data-live=talk] p')].map((p) => p.textContent);
    expect(heard).toEqual(playback.sentences.map(({ text }) => spoken(text)));
    expect(heard.length).toBeGreaterThan(8);
    playback.session.close();
  },
);

test.each(NAMES)('%s is shown: every player, every open card, every action', (name) => {
  const { session } = recorded(name);
  const { container } = render(Table, { session, page });
  flushSync();
  const view = session.view!;
  const own = view.chair;
  const seats = [...container.querySelectorAll('.seat')];
  expect(seats.map((seat) => seat.querySelector('.plate b')!.textContent)).toHaveLength(
    view.room.chairs.filter(({ chair }) => chair !== own).length,
  );
  for (const { chair, seat, name: player } of view.room.chairs) {
    if (seat === null || chair === own) continue;
    const tile = container.querySelector(`.seat[data-chair="${chair}"]`)!;
    expect(tile.querySelector('.plate b')!.textContent).toBe(player);
    tile.querySelector<HTMLElement>('.open')?.click();
    flushSync();
    const label = [...tile.querySelectorAll('[role=img]')].map((e) => e.getAttribute('aria-label'));
    for (const { card } of view.hand!.seats[seat]!.cards)
      if (card !== '??') expect(label.join()).toContain(cardName(card));
  }
  const buttons = [...container.querySelectorAll<HTMLElement>('.action')];
  const kinds = new Set(buttons.map((button) => button.dataset.act).filter(Boolean));
  for (const { kind, cards } of view.hand!.menu) expect(kinds.has(kind)).toBe(!cards.length);
  session.close();
});

test('a view changes nothing at the seats that have not changed', () => {
  const playback = recorded('hand-ricochet');
  const { container } = render(Table, { session: playback.session, page });
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

test('the hand is one tab stop, and arrow keys go from card to card', () => {
  const { session } = recorded('nine-discard');
  const { container } = render(Table, { session, page });
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

test('the last actions of one hand are not shown in the next one', () => {
  const playback = recorded('hand-holdem');
  const { container } = render(Table, { session: playback.session, page });
  for (let n = 0; n < 4; n += 1) playback.step();
  flushSync();
  const lastActions = () =>
    [...container.querySelectorAll('.seat .state')].map((e) => e.textContent);
  expect(lastActions()).toContain('calls');
  next(playback, ({ room, hand }) => {
    room.hand = hand!.hand += 1;
    hand!.events = [];
  });
  expect(lastActions().join('')).toBe('');
  playback.session.close();
});

test('a key acts although a finger has slid off a button of the decision before', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const playback = recorded('ricochet-your-turn');
  const { container } = render(Table, { session: playback.session, page });
  container.querySelector('.action')!.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  next(playback, ({ hand }) => (hand!.decision += 1));
  vi.advanceTimersByTime(GUARD_TIME);
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', bubbles: true }));
  expect(playback.server.socket.sent.at(-1)).toMatchObject({ type: 'act', action: 'fold' });
  playback.session.close();
  vi.useRealTimers();
});

test('a hand has places for the cards that an action deals, and for no other amount', () => {
  const playback = recorded('ricochet-your-turn');
  const { container } = render(Table, { session: playback.session, page });
  const drawn = () => container.querySelectorAll('.own-hand .slot').length;
  flushSync();
  expect(drawn()).toBe(4);
  next(playback, ({ hand }) => hand!.menu.forEach((choice) => delete choice.deals));
  expect(drawn()).toBe(0);
  playback.session.close();
});

test('where hands are not dealt automatically, the player is ready for one at a time', () => {
  const playback = recorded('ricochet-showdown');
  const { container } = render(Table, { session: playback.session, page });
  const button = () => container.querySelector<HTMLElement>('[data-offer=ready]');
  const sent = () => playback.server.socket.sent.filter(({ type }) => type === 'ready');
  vi.useFakeTimers({ toFake: ['performance'] });
  for (const hand of [1, 2, 3]) {
    next(playback, (view) => {
      Object.assign(view.room, { phase: 'waiting', next_hand: null, hand });
      view.room.rules.automatic = false;
      view.hand!.hand = hand;
      ownChair(view).is_ready = false;
    });
    expect(container.querySelector('.winners')).not.toBeNull();
    expect(container.querySelector('.hold')).toBeNull();
    vi.advanceTimersByTime(GUARD_TIME);
    button()!.click();
    expect(sent()).toHaveLength(hand);
    expect(sent().at(-1)).toMatchObject({ is_ready: true });
    next(playback, (view) => (ownChair(view).is_ready = true));
    expect(button()!.getAttribute('aria-pressed')).toBe('true');
    button()!.click();
    expect(sent()).toHaveLength(hand);
    next(playback, (view) => {
      view.room.phase = 'playing';
      view.room.hand = view.hand!.hand = hand + 1;
      view.hand!.result = [];
    });
    expect(button()).toBeNull();
    next(playback, (view) => {
      view.hand!.result = [{ seat: 0, won: 3, net: 1 }];
    });
  }
  vi.useRealTimers();
  playback.session.close();
});

test('under an old result the status says what is waited for, and the player can come back or buy chips', () => {
  const playback = recorded('ricochet-showdown');
  const { container } = render(Table, { session: playback.session, page });
  const offers = () => [...container.querySelectorAll<HTMLElement>('[data-offer]')];
  vi.useFakeTimers({ toFake: ['performance'] });
  next(playback, (view) => {
    Object.assign(view.room, { phase: 'waiting', next_hand: null });
    ownChair(view).status = 'out';
  });
  expect(container.querySelector('.own-seat .status')!.textContent).toContain(
    say('at.wait.players'),
  );
  expect(offers().map(({ dataset }) => dataset.offer)).toEqual(['come_back']);
  next(playback, (view) => (ownChair(view).stack = 0));
  vi.advanceTimersByTime(GUARD_TIME);
  expect(offers().map(({ dataset }) => dataset.offer)).toEqual(['buy']);
  offers()[0]!.click();
  expect(page.buy).toHaveBeenCalled();
  vi.useRealTimers();
  playback.session.close();
});

test('the turn is not announced any more once it is over, and a full table offers no seat', () => {
  const playback = recorded('ricochet-your-turn');
  const { container } = render(Table, { session: playback.session, page });
  const urgent = () => container.querySelector('[data-live=urgent]')!.textContent;
  const sits = () => container.querySelectorAll('.controls .button.main').length;
  next(playback, ({ hand }) => (hand!.decision += 2));
  expect(urgent()).toContain(say('at.your_turn'));
  next(playback, ({ hand }) => {
    hand!.decision += 1;
    hand!.to_act = (hand!.seat! + 1) % hand!.seats.length;
    hand!.menu = [];
  });
  expect(urgent()).toBe('');
  const leave = (chairs: number) => (view: View) => {
    view.chair = view.hand!.seat = null;
    view.room.rules.chairs = chairs;
  };
  next(playback, leave(20));
  expect(sits()).toBe(1);
  next(playback, leave(playback.session.room!.chairs.length));
  expect(sits()).toBe(0);
  playback.session.close();
});

test('whoever is to choose the next game is told at once, and a press on its way chooses nothing', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const playback = recorded('ricochet-showdown');
  const { container } = render(Table, { session: playback.session, page });
  next(playback, ({ room, chair }) => {
    room.phase = 'choosing';
    room.games = ['A', 'C', 'B'].map((title) => ({ name: title, title, options: {} }));
    room.choices = [0, 2];
    room.clock = { kind: 'choice', chair: chair!, began: 0, time_bank_from: 1, until: 1 };
  });
  const chosen = () => playback.server.socket.sent.filter(({ type }) => type === 'choose');
  const [, small, last] = container.querySelectorAll<HTMLButtonElement>('.games button');
  expect(small!.disabled).toBe(true);
  expect(container.querySelector('[data-live=urgent]')!.textContent).toContain('A or B');
  expect(document.title).toContain('Your turn');
  expect(container.querySelector('.own-seat .status')!.textContent).not.toContain('names');
  last!.click();
  expect(chosen()).toEqual([]);
  vi.advanceTimersByTime(GUARD_TIME);
  last!.click();
  expect(chosen()).toMatchObject([{ game: 2 }]);
  vi.useRealTimers();
  playback.session.close();
});

test('the dock keeps the focus of a button that is removed when pressed', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const playback = recorded('ricochet-your-turn');
  const { container } = render(Table, { session: playback.session, page });
  flushSync();
  vi.advanceTimersByTime(GUARD_TIME);
  const dock = container.querySelector<HTMLElement>('[data-dock]')!;
  const button = container.querySelector<HTMLElement>('.action')!;
  button.focus();
  button.click();
  flushSync();
  expect(button.isConnected).toBe(false);
  expect(document.activeElement).toBe(dock);
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  next(playback, ({ hand }) => (hand!.decision += 1));
  expect(document.activeElement).toBe(field);
  field.remove();
  vi.useRealTimers();
  playback.session.close();
});

test('live regions move into the dialog over the table, and out of it again', () => {
  const { session } = recorded('ricochet-your-turn');
  const { container } = render(Table, { session, page });
  flushSync();
  const regions = () => [...document.querySelectorAll('[data-live]')];
  const are = (place: Element) => regions().map((region) => place.contains(region));
  expect(are(container.querySelector('.screen')!)).toEqual([true, true, true]);
  const under = render(Dialog, { title: 'A', onclose: vi.fn(), children: empty });
  flushSync();
  const [lower] = under.container.querySelectorAll('dialog');
  expect(are(lower!)).toEqual([true, true, true]);
  const over = render(Dialog, { title: 'B', onclose: vi.fn(), children: empty });
  flushSync();
  const [upper] = over.container.querySelectorAll('dialog');
  expect(are(upper!)).toEqual([true, true, true]);
  over.unmount();
  flushSync();
  expect(are(lower!)).toEqual([true, true, true]);
  under.unmount();
  flushSync();
  expect(are(container.querySelector('.screen')!)).toEqual([true, true, true]);
  session.close();
});

test('live regions move into the sheet of a phone too', () => {
  const { session } = recorded('ricochet-your-turn');
  const { container } = render(Table, { session, page });
  flushSync();
  container.querySelector<HTMLElement>(`[aria-label="${say('at.head.menu')}"]`)!.click();
  flushSync();
  expect(container.querySelectorAll('dialog [data-live]')).toHaveLength(3);
  session.close();
});

test('chat is announced whatever tab is open, but not chat from before', () => {
  const { session, server } = recorded('ricochet-your-turn');
  const { container } = render(Table, { session, page });
  flushSync();
  const line = (number: number, at: number) =>
    ({ number, at, guest: 'g', name: 'Bea', text: `line ${number}`, reaction: null }) as const;
  const lines = [line(1, session.now() - 9000), line(2, session.now() + 10)];
  server.socket.receive({ type: 'chat_lines', table: 't', lines });
  flushSync();
  const heard = [...container.querySelectorAll('[data-live=chat] p')].map((p) => p.textContent);
  expect(heard).toEqual(['Bea: line 2']);
  session.close();
});

test('a breach is said at once and stays in sight; its panel says more', async () => {
  const playback = recorded('ricochet-your-turn');
  const { session, server } = playback;
  const { container } = render(Table, { session, page });
  await session.checking;
  flushSync();
  expect(container.querySelector('[data-fair=unchecked]')).not.toBe(null);
  const { hand } = session.room!;
  server.socket.receive({
    type: 'commitment',
    table: 'recorded',
    hand,
    turn: 1,
    prev: '00'.repeat(32),
    commitment: '11'.repeat(32),
    streams: ['deck'],
    roots: [['22'.repeat(32)], ['33'.repeat(32)]],
    pledges: {},
    missing: [],
    awaited: false,
  });
  flushSync();
  const said = say('fair.breach_in', { n: hand, what: say('fair.breach.commitment') });
  expect(container.querySelector('[data-live=urgent]')?.textContent).toContain(said);
  next(playback, (view) => {
    view.room.hand += 1;
    view.hand = null;
  });
  expect(container.querySelector('.breach p')?.textContent).toContain(said);
  container.querySelector<HTMLElement>('[data-fair=breach] button')!.click();
  await vi.waitUntil(() => container.querySelector('dialog'));
  flushSync();
  expect(document.querySelector('dialog')?.textContent).toContain(said);
  session.close();
});

test('a gap in an open connection is said until it is looked at, and counted', async () => {
  const playback = recorded('ricochet-your-turn');
  const { session } = playback;
  const { container } = render(Table, { session, page });
  await session.checking;
  flushSync();
  const told = () => container.querySelector('[data-gap]');
  expect(told()).toBe(null);
  for (let n = 0; n < 2; n++) next(playback, (view) => (view.is_whole = true));
  const said = say('fair.gap', { n: session.room!.hand });
  expect(told()!.textContent).toContain(said);
  expect(told()!.getAttribute('role')).toBe('status');
  const mark = container.querySelector('[data-fair=unchecked]')!;
  const count = say('fair.standing.unchecked', { n: 1 });
  expect(mark.querySelector('button')!.getAttribute('aria-label')).toContain(count);
  expect(mark.querySelector('.count')!.textContent).toBe('1');
  told()!.querySelector('button')!.click();
  await vi.waitUntil(() => container.querySelector('dialog'));
  flushSync();
  expect(told()).toBe(null);
  const panel = container.querySelector('dialog')!;
  expect(panel.textContent).toContain(
    say('fair.passed_over', { hands: [`${session.room!.hand}`] }),
  );
  expect(panel.querySelector('[data-standing=unchecked]')!.textContent).toContain(count);
  session.close();
});

test('after a hand the cards to come are asked for, and shown', async () => {
  const playback = recorded('ricochet-showdown');
  const { session, server } = playback;
  const { container } = render(Table, { session, page });
  next(playback, (view) => (view.room.has_rabbit = false));
  expect(container.querySelector('button.rabbit')).toBe(null);
  next(playback, (view) => (view.room.has_rabbit = true));
  const button = container.querySelector<HTMLElement>('button.rabbit')!;
  expect(button.textContent).toBe(say('at.pause.rabbit'));
  await new Promise((done) => setTimeout(done, GUARD_TIME));
  button.click();
  expect(server.socket.sent.at(-1)).toMatchObject({ type: 'rabbit', hand: session.room!.hand });
  next(playback, (view) => (view.room.rabbit = ['Ks']));
  expect(container.querySelector('[data-rabbit]')?.textContent).toContain(cardName('Ks'));
  expect(container.querySelector('button.rabbit')).toBe(null);
  session.close();
});

test('a muted person is told while the chat is closed, once', () => {
  const playback = recorded('ricochet-other-turn');
  const { container } = render(Table, { session: playback.session, page });
  const guest = playback.session.me.guest!;
  const told = () => container.querySelector('[data-muted]');
  flushSync();
  expect(told()).toBeNull();
  next(playback, ({ room }) => (room.muted = [guest]));
  expect(told()!.textContent).toContain(say('at.chat.muted'));
  expect(told()!.getAttribute('role')).toBe('status');
  told()!.querySelector('button')!.click();
  flushSync();
  expect(told()).toBeNull();
  next(playback, ({ room }) => (room.muted = []));
  next(playback, ({ room }) => (room.muted = [guest]));
  expect(told(), 'muted again').not.toBeNull();
  playback.session.close();
});

const BREACHES: Record<BreachKind, true> = {
  pledge: true,
  deck: true,
  dealt: true,
  commitment: true,
  card: true,
  chain: true,
  twice: true,
  seed: true,
  missing: true,
  cards: true,
  number: true,
  skipped: true,
};

test.each(Object.keys(BREACHES))('there are words for a breach of the kind %s', (kind) => {
  expect(say(`fair.breach.${kind}`)).toMatch(/\w/);
});
