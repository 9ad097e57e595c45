import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ReplayView, StepView } from '../protocol/http';
import { bandsOf, filledShares, marksOf } from './bands';
import { readHands } from './histories';
import { MAX_TEXT, packHand, unpackHand } from './links';
import { ReplayPlayer, replayKey, STEP_TIME } from './player.svelte';
import { freshCards, phoneAreas, playersAt } from './seats';

const HAND = `variant = "ricochet-2"
antes = [2, 2]
starting_stacks = [20, 20]
players = ["Ana", "Bö"]
actions = ["d dh p1 Ts", "d dh p2 5d"]
`;
const PROOF = `_fairness = {version = 1, table = "t"}\n`;

function step(shares: number[] | null, seat: number | null, statuses: string[]): StepView {
  const seats = statuses.map((status, n) => ({ name: `p${n + 1}`, status, stack: 9 }));
  return {
    action: null,
    said: [],
    seat,
    shares,
    view: { seats, events: [] },
  } as unknown as StepView;
}

function hand(seat: number | null, ...steps: StepView[]): ReplayView {
  const names = ['Ana', 'Bö', 'Cy'];
  return {
    game: 'g',
    title: 'G',
    names,
    seat,
    is_own: true,
    seats: [0, 1, 2],
    is_void: false,
    steps,
  };
}

describe('links', () => {
  test('a hand comes out of a link as it went in', async () => {
    const linked = { text: HAND, seat: 1, step: 7 };
    expect(await unpackHand(await packHand(linked))).toEqual(linked);
    const asRail = { text: HAND, seat: null, step: 0 };
    expect(await unpackHand(await packHand(asRail))).toEqual(asRail);
  });

  test('the fragment is letters that no messenger breaks', async () => {
    expect(await packHand({ text: HAND, seat: 0, step: 1 })).toMatch(/^[\w=&-]+$/);
  });

  test('a link that was cut off holds no hand', async () => {
    const whole = await packHand({ text: HAND, seat: null, step: 0 });
    expect(await unpackHand(whole.slice(0, -9))).toBeNull();
    for (const broken of ['', 'h=', 'h=%%%', 'h=AAAA', 'x=1']) {
      expect(await unpackHand(broken)).toBeNull();
    }
  });

  test('a bomb in a link is not unpacked', async () => {
    const bomb = await packHand({ text: 'x'.repeat(MAX_TEXT), seat: null, step: 0 });
    expect((await unpackHand(bomb))?.text).toHaveLength(MAX_TEXT);
    const bytes = new TextEncoder().encode('x'.repeat(MAX_TEXT + 1));
    const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const packed = new Uint8Array(await new Response(stream).arrayBuffer());
    const text = btoa(String.fromCharCode(...packed));
    expect(await unpackHand(new URLSearchParams({ h: text }).toString())).toBeNull();
  });

  test('a fragment longer than any hand makes one is not taken apart', async () => {
    const fragment = await packHand({ text: HAND, seat: null, step: 0 });
    expect(await unpackHand(`${fragment}${'&a=b'.repeat(MAX_TEXT / 4)}`)).not.toBeNull();
    expect(await unpackHand(`${fragment}${'&a=b'.repeat(MAX_TEXT)}`)).toBeNull();
  });

  test('a seat or a step that is no number counts for nothing', async () => {
    const fragment = await packHand({ text: HAND, seat: null, step: 0 });
    expect(await unpackHand(`${fragment}&seat=-1&step=x`)).toMatchObject({ seat: null, step: 0 });
  });
});

describe('files', () => {
  test('one hand, without the proof of its deal', () => {
    const [found] = readHands(`${PROOF}${HAND}`);
    expect(found).toMatchObject({ name: '1', players: ['Ana', 'Bö'] });
    expect(found!.text).not.toContain('fairness');
    expect(readHands(found!.text)[0]!.text).toBe(found!.text);
  });

  test('a hand with real cards, of which nothing proves the deal', () => {
    expect(readHands(HAND)[0]!.hasRealCards).toBe(false);
    expect(readHands(`_source = "real cards"\n${HAND}`)[0]!.hasRealCards).toBe(true);
  });

  test('many hands by their labels', () => {
    const names = readHands(`[3]\n${HAND}\n[7]\n${HAND}\n[other]\nx = 1\n`).map(({ name }) => name);
    expect(names).toEqual(['3', '7']);
  });

  test('what is no history is refused', () => {
    expect(() => readHands('once upon a time')).toThrow();
    expect(readHands('x = 1')).toEqual([]);
  });
});

describe('the chart', () => {
  const three = hand(
    1,
    step([0.5, 0.25, 0.25], null, ['live', 'live', 'live']),
    step(null, 2, ['live', 'live', 'out']),
    step([0, 1, 0], 0, ['folded', 'live', 'out']),
  );

  test("the viewer's band lies at the bottom, and the bands fill the box", () => {
    const bands = bandsOf(three);
    expect(bands.map(({ seat }) => seat)).toEqual([1, 0, 2]);
    expect(bands[0]!.path).toBe('M0 0.75L0 0.75H1L1 0.75H2L2 0H3L3 1H2L2 1H1L1 1H0Z');
    expect(bands[2]!.path).toMatch(/^M0 0L/);
  });

  test('a step without odds has those of the step before', () => {
    expect(filledShares(three)[1]).toEqual([0.5, 0.25, 0.25]);
    expect(filledShares(hand(null, step(null, null, ['live'])))).toEqual([]);
    expect(bandsOf(hand(null, step(null, null, ['live'])))).toEqual([]);
  });

  test('a name stands where its band is tall, or nowhere', () => {
    expect(bandsOf(three)[0]!.label).toEqual({ x: 1.5, y: 0.125 });
    const thin = hand(null, step([0.95, 0.05, 0], null, ['live', 'live', 'live']));
    expect(bandsOf(thin).map(({ label }) => label !== null)).toEqual([true, false, false]);
  });

  test('who acted stands below, struck out when out', () => {
    expect(marksOf(three)).toEqual([
      { initial: '–', isOut: false },
      { initial: 'C', isOut: true },
      { initial: 'A', isOut: true },
    ]);
  });
});

describe('seats', () => {
  const live = step(null, null, ['live', 'live', 'live']);

  test('clockwise from the viewer, who is "You"', () => {
    const names = playersAt(hand(1, live), 0, 'You').map(({ chair }) => chair.name);
    expect(names).toEqual(['You', 'p3', 'p1']);
    expect(playersAt(hand(null, live), 0, 'You')[0]!.chair.name).toBe('p1');
    const others = { ...hand(1, live), is_own: false };
    expect(playersAt(others, 0, 'You').map(({ chair }) => chair.name)).not.toContain('You');
  });

  test('cards are fresh with the step that brought them, but not with the deal', () => {
    const events = [{ kind: 'dealt', seat: 2, card: 'Kc', count: 1, amount: 0 }];
    const dealt = { ...live, view: { ...live.view, events } };
    expect(freshCards(hand(null, dealt), 0).size).toBe(0);
    expect(freshCards(hand(null, live, dealt), 1).get(2)).toEqual(['Kc']);
  });

  test.each([2, 3, 4, 5, 6, 7, 8])('%d seats and the middle share no place on a phone', (count) => {
    for (const hasBoard of [true, false]) {
      const { seats, middle } = phoneAreas(count, hasBoard);
      const cells = [...seats, middle].flatMap(({ row, column, columns }) =>
        Array.from({ length: columns }, (_, n) => `${row} ${column + n}`),
      );
      expect(new Set(cells).size).toBe(cells.length);
      if (hasBoard) expect(middle.columns).toBe(60);
    }
  });
});

describe('the player', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('steps stop at both ends', () => {
    const player = new ReplayPlayer(2, 9);
    expect(player.at).toBe(2);
    player.next();
    expect(player.at).toBe(2);
    player.run('first');
    player.previous();
    expect(player.at).toBe(0);
    player.go(Number.NaN);
    expect(player.at).toBe(0);
  });

  test('it plays to the end and stops there; from the end it begins anew', () => {
    const player = new ReplayPlayer(2);
    player.toggle();
    vi.advanceTimersByTime(STEP_TIME);
    expect([player.at, player.isPlaying]).toEqual([1, true]);
    vi.advanceTimersByTime(STEP_TIME);
    expect([player.at, player.isPlaying]).toEqual([2, false]);
    player.toggle();
    expect([player.at, player.isPlaying]).toEqual([0, true]);
  });

  test('a step by hand ends the playing', () => {
    const player = new ReplayPlayer(5);
    player.toggle();
    player.next();
    vi.advanceTimersByTime(9 * STEP_TIME);
    expect([player.at, player.isPlaying]).toEqual([1, false]);
  });

  test('a hand of one step does not play', () => {
    const player = new ReplayPlayer(0);
    player.toggle();
    expect(player.isPlaying).toBe(false);
  });

  test('keys belong to fields and buttons first', () => {
    const on = (tag: string, key: string, more = {}) => {
      const target = document.body.appendChild(document.createElement(tag));
      const event = new KeyboardEvent('keydown', { key, bubbles: true, ...more });
      target.dispatchEvent(event);
      return replayKey(event);
    };
    expect(on('div', 'ArrowRight')).toBe('next');
    expect(on('div', 'ArrowLeft')).toBe('previous');
    expect(on('div', 'Home')).toBe('first');
    expect(on('div', 'End')).toBe('last');
    expect(on('div', ' ')).toBe('toggle');
    expect(on('button', ' ')).toBeNull();
    expect(on('button', 'ArrowRight')).toBe('next');
    expect(on('input', 'ArrowRight')).toBeNull();
    expect(on('select', 'End')).toBeNull();
    expect(on('div', 'ArrowRight', { altKey: true })).toBeNull();
    expect(on('div', 'x')).toBeNull();
  });
});
