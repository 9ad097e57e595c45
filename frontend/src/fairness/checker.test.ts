import { beforeEach, describe, expect, test } from 'vitest';
import { messages, proofOf, shuffledDecks } from '../dev/dealer';
import { emptyView } from '../dev/fakeServer';
import {
  CARDS,
  changed,
  CHAIR,
  inDeck,
  MASTER,
  type Places,
  Room,
  SEED,
  settled,
  X,
} from '../dev/fairRoom';
import type { TableView, View } from '../protocol/socket';
import { NO_COMMITMENT, pledge, seedAfter } from './deals';
import type { FairCommand } from './part';

let room: Room;

beforeEach(async () => {
  room = new Room();
  room.load();
  await room.connect();
});

test('an onlooker without a name pledges nothing', async () => {
  room.sent = [];
  room.checker.welcome(null, null);
  await settled();
  expect(room.sent).toEqual([]);
});

test('hands are pledged, cut and proven one after the other', async () => {
  expect(room.sent).toEqual([{ type: 'pledge', pledge: pledge(seedAfter(MASTER, NO_COMMITMENT)) }]);
  const seeds = [];
  for (let hand = 1; hand <= 4; hand++) {
    seeds.push(await room.commit());
    expect(room.state).toMatchObject({ hand, turn: 1, stage: 'fixed', own: 'in' });
    room.cut();
    expect(room.state).toMatchObject({ stage: 'cut', cutters: ['bo', 'g'] });
    room.view();
    room.prove();
    expect(room.state).toMatchObject({ stage: 'proven', isProven: true });
  }
  expect(new Set(seeds).size).toBe(4);
  expect(room.breaches).toEqual([]);
  expect(room.sent).toHaveLength(5);
  expect(Object.keys(room.checker.state.deals)).toEqual(['2', '3', '4']);
});

test('of a game that is not known the room is taken at its word, and that is said', async () => {
  room.game = 'a game of their own';
  await room.play();
  expect(room.state).toMatchObject({ isProven: true, isDeckKnown: false });
  room.game = 'guts';
  await room.play();
  expect(room.state).toMatchObject({ isProven: true, isDeckKnown: true });
  expect(room.breaches).toEqual([]);
});

test('a commitment that comes again after a reload gets the same seed again', async () => {
  await room.play();
  const seed = await room.commit();
  expect(seed).not.toBe(null);
  room.load();
  await room.connect();
  expect(await room.tell(room.message)).toBe(seed);
  room.cut();
  room.view();
  room.prove();
  expect([room.state?.stage, room.breaches]).toEqual(['proven', []]);
});

test('a commitment whose hand is dealt already is only looked at', async () => {
  await room.commit();
  const cut = messages.cut(room.deal);
  const { seeds } = room.deal;
  room.sent = [];
  room.load();
  await room.connect({ ...room.message, awaited: false }, cut);
  expect(room.sent.map(({ type }) => type)).toEqual(['pledge']);
  expect(room.state).toMatchObject({ own: 'in', fixed: null, stage: 'cut' });
  room.deal.seeds = seeds;
  room.view();
  room.prove();
  expect([room.state?.stage, room.breaches]).toEqual(['proven', []]);
});

test('after a reload in the pause no proof of the hand before is expected', async () => {
  await room.play();
  const again = [{ ...room.message, awaited: false }, messages.cut(room.deal)];
  room.load();
  room.checker.welcome('g', 'Ana');
  await settled();
  for (const message of again)
    if (message.type === 'cut') room.checker.cut(message);
    else room.checker.commitment(message);
  const hand = { hand: room.hand, seats: [], seat: 0, decision: 9, result: [{}], events: [] };
  room.view([], { hand: hand as unknown as TableView });
  await room.play();
  expect(room.breaches).toEqual([]);
});

test('after a lost connection the chain may have gone on', async () => {
  await room.play();
  const pledges = room.pledges;
  room.hand = 7;
  room.prev = X;
  await room.connect();
  expect(await room.commit(pledges)).not.toBe(null);
  expect(room.breaches).toEqual([]);
});

test('a browser without storage pledges anew, and breaks nothing', async () => {
  await room.play();
  room.stored = { master: X, last: null };
  room.load();
  await room.connect();
  await room.play();
  expect([room.state?.stage, room.breaches]).toEqual(['proven', []]);
});

test('a second tab, which is later, comes to the same seed', async () => {
  const { checker } = room;
  room.load();
  await room.connect();
  const seed = await room.commit();
  room.checker = checker;
  expect(await room.tell(room.message)).toBe(seed);
  expect(room.breaches).toEqual([]);
});

test('what a gap may have swallowed is not called a breach', () => {
  room.hand = 1;
  room.view([], { is_whole: true });
  expect(room.breaches).toEqual([]);
});

test('cards that come again after a gap were dealt once', async () => {
  await room.commit();
  room.cut();
  room.view();
  room.decision -= 1;
  room.checker.welcome('g', 'Ana');
  room.view();
  room.prove();
  expect(room.breaches).toEqual([]);
});

test('in a hand that was not seen from its deal on, the places go on from the top', async () => {
  await room.commit();
  room.cut();
  room.actions = [inDeck([0, 1, 2, 3])];
  room.decision = 2;
  room.view([5], {}, { dealt: [5] });
  room.prove([5]);
  expect([room.state?.stage, room.breaches]).toEqual(['proven', []]);
});

test('cards of the second order may come from any place', async () => {
  const places: Places = [
    ['deck', 0],
    ['second', 7],
    ['second', 3],
  ];
  room.decks = shuffledDecks(CARDS, ['deck', 'second']);
  await room.commit();
  room.cut();
  const [card, ...second] = proofOf(room.deal, places).opened.map(({ card }) => card);
  const event = (card?: string) => ({ kind: 'dealt', seat: 0, card: card!, count: 1, amount: 0 });
  room.view([], {
    hand: {
      hand: 1,
      seats: [],
      seat: 0,
      decision: 0,
      result: [],
      events: [card, ...second].map(event),
    },
  } as unknown as View);
  room.checker.proof(messages.proof(room.deal, places));
  expect([room.state?.stage, room.breaches]).toEqual(['proven', []]);
});

test('a hand that ended while the connection was lost needs no proof', async () => {
  await room.commit();
  room.cut();
  room.view();
  room.checker.welcome('g', 'Ana');
  room.checker.commitment({ ...room.message, awaited: false });
  room.cut();
  room.view([], { is_whole: true }, { isOver: true });
  await room.play();
  expect(room.breaches).toEqual([]);
});

test('a seed that was lost with the room may be called missing', async () => {
  await room.commit();
  room.checker.welcome('g', 'Ana');
  room.turn = 2;
  const others = new Map([['bo', pledge(SEED)]]);
  await room.commit(others, (message) => ({ ...message, missing: [['Ana']] }));
  room.cut();
  room.view();
  expect(room.breaches).toEqual([]);
});

test.each([
  ['sits down', null],
  ['comes back', { ...CHAIR, status: 'out' }],
  ['buys chips', { ...CHAIR, stack: 0 }],
])('who %s after the commitment may be dealt in without a pledge', async (_, before) => {
  room.chair = before;
  room.view([]);
  await room.commit(new Map([['bo', pledge(SEED)]]));
  room.chair = CHAIR;
  room.hand -= 1;
  room.view([]);
  room.hand += 1;
  room.cut();
  room.view();
  expect(room.breaches).toEqual([]);
});

test('who sits down as the hand is dealt may be dealt in without a pledge', async () => {
  room.chair = null;
  room.view([], { hand: null });
  await room.commit(new Map([['bo', pledge(SEED)]]));
  room.chair = CHAIR;
  room.cut();
  room.view();
  expect(room.breaches).toEqual([]);
});

describe('after a gap of a connection that goes on', () => {
  test('the chain may have gone on', async () => {
    await room.play();
    room.view([], { is_whole: true });
    room.hand = 7;
    room.prev = X;
    expect(await room.commit()).not.toBe(null);
    expect(room.breaches).toEqual([]);
  });

  test('its last commitment and cut may come before the view that tells of it', async () => {
    await room.play();
    const { sent, pledges } = room;
    room.hand = 7;
    room.prev = X;
    await room.commit(pledges, changed({ awaited: false }));
    room.deal.seeds = new Map([...room.deal.seeds]).set('g', seedAfter(MASTER, baseOf(sent)));
    room.cut();
    expect(room.state).toBe(undefined);
    room.view([], { is_whole: true });
    expect(room.state?.stage).toBe('cut');
    expect(room.breaches).toEqual([]);
  });

  test('a cut or a proof may be missing', async () => {
    await room.commit();
    room.view([], { is_whole: true });
    room.prove([]);
    await room.play();
    expect(room.breaches).toEqual([]);
  });

  test('another turn may have been committed to', async () => {
    await room.commit();
    room.view([], { is_whole: true, hand: null });
    room.cut({ turn: 2 });
    room.view();
    expect(room.breaches).toEqual([]);
  });

  test('a hand that was over needs no proof', async () => {
    await room.commit();
    room.cut();
    room.view();
    room.view([], { is_whole: true }, { isOver: true });
    await room.play();
    expect(room.breaches).toEqual([]);
  });

  /** The commitment after which the seed of the latest pledge was made. */
  function baseOf(sent: FairCommand[]): string {
    const { pledge: own } = sent.at(-1)!;
    const bases = [NO_COMMITMENT, room.stored.last!.commitment];
    return bases.find((base) => pledge(seedAfter(MASTER, base)) === own)!;
  }
});

test('another device that takes part is said, and gets no seed of ours', async () => {
  const pledges = room.pledges.set('g', X);
  expect(await room.commit(pledges)).toBe(null);
  expect([room.state?.own, room.breaches]).toEqual(['elsewhere', []]);
});

test('a hand without any pledge is committed and not cut', async () => {
  room.load();
  room.checker.welcome(null, null);
  room.view();
  await room.commit(new Map());
  room.cut();
  room.view();
  room.prove();
  expect(room.state).toMatchObject({ stage: 'uncut', isProven: true, own: 'out' });
  expect(room.breaches).toEqual([]);
});

test('who was rightly named as missing pledges again, and is in the next cut', async () => {
  room.takes = false;
  await room.commit();
  room.takes = true;
  room.turn = 2;
  const others = new Map([['bo', pledge(SEED)]]);
  await room.commit(others, (message) => ({ ...message, missing: [['Ana']] }));
  room.cut();
  room.view();
  room.prove();
  expect(room.state).toMatchObject({ turn: 2, own: 'out', stage: 'proven', missing: [['Ana']] });
  room.turn = 1;
  await room.play();
  expect([room.state?.own, room.breaches]).toEqual(['in', []]);
});

test('cards that would have come next are opened too', async () => {
  await room.commit();
  room.cut();
  room.view();
  const [next] = room.opened([5]);
  const proof = (places: number[]) =>
    messages.proof(room.deal, inDeck([0, 3]), inDeck(places), room.actions.flat());
  room.view([], { room: { ...emptyView().room, hand: room.hand, rabbit: [next!.card] } });
  room.checker.proof(proof([5]));
  expect(room.breaches).toEqual([]);
  room.checker.proof(proof([]));
  expect(room.breaches).toEqual(['cards']);
});
