import { expect, test } from 'vitest';
import { emptyView } from '../../dev/fakeServer';
import staged from '../../dev/staged.json';
import type { EventView, Sentence, TableView, View } from '../../protocol/socket';
import { type Frame, framesOf, isSuspenseful, stagesOf } from './staging';

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

function eventsOf(frame: Frame): EventView[] {
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
      if (kind === 'shown' && seat !== hand!.seat && now?.hand)
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
  expect(GAMES).toHaveLength(9);
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
    const stages = stagesOf(after.events);
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

const event = (kind: string, seat = 0, card: string | null = null): EventView => ({
  kind,
  seat,
  card,
  count: 1,
  amount: 0,
});
const kinds = (...events: EventView[]) =>
  stagesOf(events).map(({ kind, from, to }) => `${kind} ${to - from}`);

test('bought cards come one by one, with what they have to beat and the verdict', () => {
  expect(
    kinds(
      event('bought'),
      event('to_beat', 1),
      event('dealt', 0, 'Kc'),
      event('dealt', 0, '2c'),
      event('safe'),
      event('out_complete', 1),
      event('won'),
    ),
  ).toEqual(['action 1', 'card 2', 'card 2', 'out 1', 'end 1']);
});

test('a board is turned up street by street, and hands one by one before the winner', () => {
  expect(
    kinds(
      event('called'),
      event('shown', 0, 'Ac'),
      event('shown', 0, 'Ad'),
      event('shown', 1, '2c'),
      event('street', -1),
      event('board', -1, '3c'),
      event('board', -1, '4c'),
      event('street', -1),
      event('board', -1, '5c'),
      event('won'),
    ),
  ).toEqual(['action 1', 'shown 2', 'shown 1', 'board 3', 'board 2', 'end 1']);
});

test('a game of no house, whose events say no more than they must, has its stages too', () => {
  const drawn = [event('called'), event('dealt', 1, '2c'), event('dealt', 1, '3c'), event('won')];
  expect(kinds(...drawn)).toEqual(['action 1', 'card 1', 'card 1', 'end 1']);
  const run = [event('called'), event('board', -1, '2c'), event('board', -1, '3c'), event('won')];
  expect(kinds(...run)).toEqual(['action 1', 'board 1', 'board 1', 'end 1']);
});

test('what stays in the pot, or is shared, is shown with the end and not after it', () => {
  const guts = [
    event('came_in'),
    event('shown'),
    event('shown', 1),
    event('paid', 1),
    event('won'),
  ];
  const ends = ['action 1', 'shown 1', 'shown 1', 'action 1', 'end 2'];
  expect(kinds(...guts, event('stays', -1))).toEqual(ends);
  expect(kinds(...guts, event('shared'))).toEqual(ends);
  expect(kinds(event('checked'), event('stays', -1))).toEqual(['action 2']);
});

test('what decides nothing is shown at once', () => {
  const isStaged = (...events: EventView[]) => isSuspenseful(stagesOf(events));
  expect(isStaged(event('folded'), event('won'))).toBe(false);
  expect(isStaged(event('checked'), event('street'), event('board'))).toBe(false);
  expect(isStaged(event('anted'), event('dealt', 0, 'Kc'), event('dealt', 1, '2c'))).toBe(false);
  expect(isStaged(event('checked'), event('board'), event('shown'), event('won'))).toBe(true);
});

test('after a gap, or at arrival, the end is shown at once', () => {
  const { view, before } = suspenseful;
  expect(framesOf({ ...view, is_whole: true }, before)).toHaveLength(1);
  const gone = { ...before, hand: { ...before.hand!, decision: before.hand!.decision - 1 } };
  expect(framesOf(view, gone)).toHaveLength(1);
});
