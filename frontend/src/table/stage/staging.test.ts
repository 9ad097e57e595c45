import { expect, test } from 'vitest';
import { emptyView } from '../../dev/fakeServer';
import staged from '../../dev/staged.json';
import type { HandEvent, Sentence, TableView, View } from '../../protocol/socket';
import { type Frame, framesOf, stagesOf } from './staging';

interface Recorded {
  game: string;
  before: TableView | null;
  after: TableView;
  said: Sentence[];
}
const RECORDED = staged as unknown as Recorded[];
const GAMES = [...new Set(RECORDED.map(({ game }) => game))];

/** The two views of a recorded action, at a table whose chairs are its seats. */
function viewsOf({ before, after, said }: Recorded): { view: View; before: View } {
  const { room } = emptyView();
  const at = (hand: TableView | null, number: number): View => ({
    ...emptyView(),
    said: hand === after ? said : [],
    hand: hand && { ...hand, hand: number },
    room: { ...room, hand: number, phase: hand?.result.length ? 'pause' : 'playing' },
  });
  return { view: at(after, 1), before: at(before ?? null, before ? 1 : 0) };
}

function eventsOf(frame: Frame): HandEvent[] {
  return frame.view.hand!.events;
}

/** The faults of some frames: things shown too early, or never. */
function faults(
  frames: readonly Frame[],
  { view, before }: { view: View; before: View },
): string[] {
  const found: string[] = [];
  const all = view.hand!.events;
  let done = 0;
  let told = 0;
  for (const [n, frame] of frames.entries()) {
    const { hand, room, said } = frame.view;
    const next = eventsOf(frame);
    if (JSON.stringify(all.slice(done, done + next.length)) !== JSON.stringify(next))
      found.push(`${n}: not the next events`);
    done += next.length;
    const later = all.slice(done);
    told += said.reduce((sum, { values }) => sum + (values.cards as unknown[]).length, 0);
    if (told > done) found.push(`${n}: told before it is shown`);
    if (!later.length) continue;
    const prior = before.hand?.hand === hand!.hand ? before.hand : null;
    if (hand!.result.length || room.phase !== 'playing') found.push(`${n}: the result`);
    if (hand!.menu.length || hand!.to_act !== null) found.push(`${n}: a turn`);
    for (const { kind, seat, card } of later) {
      const [now, then] = [hand!.seats[seat], prior?.seats[seat]];
      if (now && ['won', 'split', 'won_side', 'split_side'].includes(kind)) {
        const most = (then ?? view.hand!.seats[seat]!).stack + (then ? now.paid : 0);
        const has = view.hand!.seats[seat]!.stack;
        if (now.stack >= has && now.stack > 0 && has > most - 1)
          found.push(`${n}: chips of ${seat}`);
      }
      if (kind.startsWith('out') && now?.status !== 'live') found.push(`${n}: ${seat} out`);
      if (card === null || card === '??') continue;
      const known = [...next, ...all.slice(0, done)].some((event) => event.card === card);
      const old = prior?.seats.flatMap(({ cards }) => cards.map((one) => one.card)) ?? [];
      const seen = [...hand!.board, ...hand!.seats.flatMap(({ cards }) => cards)];
      const isOwn = hand!.seat === seat;
      if (
        !known &&
        !isOwn &&
        ![...old, ...(prior?.board ?? []).map((one) => one.card)].includes(card)
      )
        if (seen.some((one) => one.card === card)) found.push(`${n}: ${card} of ${kind}`);
      const isNew = JSON.stringify(now?.hand) !== JSON.stringify(then?.hand ?? null);
      if (kind === 'shown' && seat !== hand!.seat && now?.hand && isNew)
        found.push(`${n}: the hand of ${seat}`);
    }
    for (const [seat, { hand: named }] of hand!.seats.entries()) {
      const isComing = later.some(
        (event) =>
          event.kind === 'board' ||
          (event.seat === seat && ['dealt', 'collected'].includes(event.kind)),
      );
      if (
        isComing &&
        named &&
        JSON.stringify(named) === JSON.stringify(view.hand!.seats[seat]!.hand)
      )
        if (JSON.stringify(named) !== JSON.stringify(prior?.seats[seat]?.hand))
          found.push(`${n}: hand of ${seat}`);
    }
  }
  if (done !== all.length) found.push('events are missing');
  const last = frames.at(-1)!.view;
  if (JSON.stringify({ ...last.hand, events: [] }) !== JSON.stringify({ ...view.hand, events: [] }))
    found.push('the end is not the view');
  if (JSON.stringify(last.room) !== JSON.stringify(view.room))
    found.push('the end is another room');
  const whole = frames.flatMap(({ view: { said } }) => said);
  if (JSON.stringify(whole) !== JSON.stringify(view.said)) found.push('sentences are missing');
  return found;
}

test('every game of the house was recorded, with stages', () => {
  expect(GAMES).toHaveLength(16);
  for (const game of GAMES) {
    const own = RECORDED.filter((one) => one.game === game).map(viewsOf);
    expect(
      own.some(({ view, before }) => framesOf(view, before).length > 1),
      game,
    ).toBe(true);
  }
});

test.each(GAMES)('%s: nothing is shown before its time, and the end is the view', (game) => {
  for (const one of RECORDED.filter((each) => each.game === game)) {
    const views = viewsOf(one);
    expect(
      faults(framesOf(views.view, views.before), views),
      one.said.map((s) => s.text).join(' '),
    ).toEqual([]);
  }
});

test('stages are all events in their order, and none is empty', () => {
  for (const { after } of RECORDED) {
    const stages = stagesOf(after);
    const [from, to] = [stages.map((one) => one.from), stages.map((one) => one.to)];
    expect([0, ...to]).toEqual([...from, after.events.length]);
    expect(stages.every(({ from, to }) => from < to)).toBe(true);
  }
});

const [suspenseful] = RECORDED.map(viewsOf).filter(
  ({ view, before }) => view.hand!.result.length && framesOf(view, before).length > 3,
) as [{ view: View; before: View }];

test.each<[string, (frames: Frame[]) => Frame[]]>([
  ['the winner first', (frames) => [frames.at(-1)!, ...frames.slice(0, -1)]],
  ['two stages exchanged', ([first, second, ...rest]) => [second!, first!, ...rest]],
  ['a stage left out', (frames) => frames.slice(1)],
  ['no end', (frames) => frames.slice(0, -1)],
  [
    'the result all along',
    (frames) =>
      frames.map(({ view, wait }) => ({
        view: { ...view, hand: { ...view.hand!, result: suspenseful.view.hand!.result } },
        wait,
      })),
  ],
  [
    'all seats as they are at the end',
    (frames) =>
      frames.map(({ view, wait }) => ({
        view: { ...view, hand: { ...view.hand!, seats: suspenseful.view.hand!.seats } },
        wait,
      })),
  ],
  [
    'all sentences at once',
    ([first, ...rest]) => [
      { ...first!, view: { ...first!.view, said: suspenseful.view.said } },
      ...rest.map(({ view, wait }) => ({ view: { ...view, said: [] }, wait })),
    ],
  ],
])('a broken plan is caught: %s', (_, broken) => {
  const frames = framesOf(suspenseful.view, suspenseful.before);
  expect(faults(frames, suspenseful)).toEqual([]);
  expect(faults(broken(frames), suspenseful)).not.toEqual([]);
});

const recorded = (game: string) => RECORDED.filter((one) => one.game === game).map(viewsOf);

test('the stock card of a deal lies in one place, and active cards come after it', () => {
  const deals = recorded('poker-roulette').filter(({ view }) => view.hand!.decision === 0);
  expect(deals).not.toHaveLength(0);
  for (const { view, before } of deals) {
    const frames = framesOf(view, before);
    for (const { view: one } of frames.slice(0, -1)) {
      for (const { cards } of one.hand!.seats) {
        const known = cards.map(({ card }) => card).filter((card) => card !== '??');
        expect(new Set(known).size).toBe(known.length);
      }
    }
    const hole = frames[1]!.view;
    expect(hole.hand!.seats.some(({ cards }) => cards.some(({ zone }) => zone === 'active'))).toBe(
      false,
    );
    expect(hole.hand!.seats.map(({ cards }) => cards.length)).toEqual([1, 1, 1, 1]);
    expect(hole.said.length).toBeGreaterThan(0);
    const [round, left] = ['round', 'cards_left'].map((name) =>
      frames.map((one) => one.view.hand!.facts[name]),
    );
    expect(round!.slice(0, 4)).toEqual([undefined, undefined, 1, 1]);
    expect([...left!].sort((a, b) => (b as number) - (a as number))).toEqual(left);
  }
});

test('a burned card leaves the deck with the street that follows it', () => {
  const runs = recorded('holdem-no-limit').filter(
    ({ view, before }) => before.hand?.board.length === 0 && view.hand!.board.length === 5,
  );
  expect(runs).not.toHaveLength(0);
  for (const { view, before } of runs) {
    const left = Number(before.hand!.facts.cards_left);
    for (const { view: one } of framesOf(view, before)) {
      const n = one.hand!.board.length;
      expect(one.hand!.facts.cards_left).toBe(left - n - Math.max(0, n - 2));
    }
  }
});

test('all say at the same time, and the beaten pay after the hands', () => {
  const games = recorded('guts').filter(({ view }) => view.hand!.result.length);
  for (const { view, before } of games) {
    const frames = framesOf(view, before);
    const said = frames[0]!.view.hand!;
    expect(said.events.length).toBe(view.hand!.verbs);
    expect(said.asked ?? []).toEqual([]);
    for (const [n, { stack }] of said.seats.entries()) {
      expect(stack).toBe(before.hand!.seats[n]!.stack);
      expect(said.seats[n]!.paid).toBe(before.hand!.seats[n]!.paid);
    }
  }
});

test('after a gap, or at arrival, the end is shown at once', () => {
  const { view, before } = suspenseful;
  expect(framesOf({ ...view, is_whole: true }, before)).toHaveLength(1);
  const gone = { ...before, hand: { ...before.hand!, decision: before.hand!.decision - 1 } };
  expect(framesOf(view, gone)).toHaveLength(1);
});

test('while cards come, a side pot names those alone who have paid for it', () => {
  let sides = 0;
  for (const recorded of RECORDED) {
    const views = viewsOf(recorded);
    for (const { view } of framesOf(views.view, views.before).slice(0, -1)) {
      const { pots, seats } = view.hand!;
      const live = seats.filter(({ status }) => status === 'live').length;
      if (!view.hand!.events.length || pots.length < 2) continue;
      sides += 1;
      expect(pots.at(-1)!.seats.length).toBeLessThan(live);
      for (const pot of pots) expect(pots[0]!.seats).toEqual(expect.arrayContaining(pot.seats));
    }
  }
  expect(sides).toBeGreaterThan(0);
});

test('cards that all pass at the same time lie nowhere before they are received', () => {
  const { view: shown, before } = viewsOf(
    RECORDED.find(({ game, before }) => game === 'guts' && before)!,
  );
  const lies = (card: string) => ({ card, zone: 'hand', dead: false });
  const seats = (cards: string[][]) =>
    shown.hand!.seats.slice(0, 2).map((seat, n) => ({
      ...seat,
      status: 'live' as const,
      cards: cards[n]!.map(lies),
    }));
  const event = (kind: string, seat: number, card: string): HandEvent =>
    ({ ...shown.hand!.events[0]!, kind, seat, card }) as HandEvent;
  const view: View = {
    ...shown,
    said: [],
    hand: {
      ...shown.hand!,
      result: [],
      verbs: 2,
      decision: before.hand!.decision + 2,
      seats: seats([
        ['2c', '??'],
        ['??', '9h'],
      ]),
      events: [
        event('passed', 0, '9h'),
        event('passed', 1, '??'),
        event('received', 1, '??'), // its giver knows it
        event('received', 0, '??'),
      ],
      stages: [
        { kind: 'told', to: 2, wait: 1500 },
        { kind: 'hole', to: 4, wait: 0 },
      ],
    },
  };
  const earlier: View = {
    ...before,
    hand: {
      ...before.hand!,
      seats: seats([
        ['2c', '9h'],
        ['??', '??'],
      ]),
    },
  };
  const frames = framesOf(view, earlier);
  const cards = frames.map(({ view: { hand } }) =>
    hand!.seats.map((seat) => seat.cards.map(({ card }) => card).join(' ')),
  );
  expect(cards).toEqual([
    ['2c', '??'],
    ['2c ??', '?? 9h'],
  ]);
});
