import { beforeEach, describe, expect, test } from 'vitest';
import { messages, proofOf, shuffledDecks } from '../dev/dealer';
import { emptyView } from '../dev/fakeServer';
import {
  CARDS,
  changed,
  inDeck,
  MASTER,
  type Places,
  Room,
  SEED,
  settled,
  X,
} from '../dev/fairRoom';
import type { TableView } from '../protocol/socket';
import { NO_COMMITMENT, pledge, seedAfter } from './deals';

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
    expect(room.state).toMatchObject({ standing: 'proven' });
  }
  expect(new Set(seeds).size).toBe(4);
  expect(room.breaches).toEqual([]);
  expect(room.sent).toHaveLength(5);
  expect(Object.keys(room.checker.state.deals)).toEqual(['3', '4']);
});

test('of a game that is not known the room is taken at its word, and that is said', async () => {
  room.game = 'a game of their own';
  await room.play();
  expect(room.state).toMatchObject({ standing: 'proven', isDeckKnown: false });
  room.game = 'guts';
  await room.play();
  expect(room.state).toMatchObject({ standing: 'proven', isDeckKnown: true });
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
  expect([room.state?.standing, room.breaches]).toEqual(['proven', []]);
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
  expect([room.state?.standing, room.breaches]).toEqual(['proven', []]);
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
  room.checker.view({ ...room.shown!, is_whole: true });
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
  expect([room.state?.standing, room.breaches]).toEqual(['proven', []]);
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

test('a hand that was not seen from its deal on is not checked, but no breach', async () => {
  await room.commit();
  room.cut();
  room.checker.welcome('g', 'Ana');
  room.actions = [inDeck([0, 1, 2, 3])];
  room.decision = 2;
  room.view([5], {}, { dealt: [5] });
  room.prove([5]);
  expect([room.state?.standing, room.breaches]).toEqual(['unchecked', []]);
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
  const show = (decision: number, events: object[], result: object[]) => {
    const hand = { hand: 1, seats: [], board: [], seat: 0, decision, result, events };
    const about = { ...emptyView().room, hand: 1 };
    room.checker.view(emptyView({ room: about, hand: hand as unknown as TableView }));
  };
  show(0, [card, ...second].map(event), []);
  show(1, [], [{}]);
  room.checker.proof(messages.proof(room.deal, places));
  expect([room.state?.standing, room.breaches]).toEqual(['proven', []]);
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

describe('after a gap of a connection that goes on', () => {
  test('the chain may have gone on', async () => {
    await room.play();
    room.checker.view({ ...room.shown!, is_whole: true });
    room.hand = 7;
    room.prev = X;
    expect(await room.commit()).not.toBe(null);
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
    room.turn = 2;
    await room.commit(undefined, changed({ awaited: false }));
    room.view([], { is_whole: true, hand: null });
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
  expect(room.state).toMatchObject({ stage: 'uncut', standing: 'uncut', own: 'out' });
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
  expect(room.state).toMatchObject({ turn: 2, own: 'out', standing: 'proven', missing: [['Ana']] });
  room.turn = 1;
  await room.play();
  expect([room.state?.own, room.breaches]).toEqual(['in', []]);
});

test('cards that would have come next are opened too', async () => {
  await room.play();
  const [next] = room.opened([5]);
  const proof = (places: number[]) =>
    messages.proof(room.deal, inDeck([0, 3]), inDeck(places), room.actions.flat());
  room.checker.view({ ...room.shown!, room: { ...room.shown!.room, rabbit: [next!.card] } });
  expect(room.state?.standing).toBe('awaited');
  room.checker.proof(proof([5]));
  expect([room.state?.standing, room.breaches]).toEqual(['proven', []]);
  room.checker.proof(proof([]));
  expect(room.breaches).toEqual(['card']);
});

test('a card that is shown when the next hand is prepared is not proven, and no breach', async () => {
  await room.play();
  const { shown } = room;
  const [next] = room.opened([5]);
  await room.commit();
  room.checker.view({ ...shown!, room: { ...shown!.room, rabbit: [next!.card] } });
  expect(room.checker.state.deals[1]?.standing).toBe('unchecked');
  room.cut();
  room.view();
  room.prove();
  expect([room.state?.standing, room.breaches]).toEqual(['proven', []]);
  expect(room.checker.state.counts).toMatchObject({ proven: 1, unchecked: 1 });
});

test('two tabs of a browser, of which one sleeps, find nothing wrong', async () => {
  await room.play();
  const asleep = room.checker;
  room.load();
  await room.connect();
  await room.play();
  const cut = messages.cut(room.deal);
  room.checker = asleep;
  room.checker.welcome('g', 'Ana');
  await settled();
  room.checker.commitment({ ...room.message, awaited: false });
  room.checker.cut(cut);
  room.checker.view({ ...room.shown!, is_whole: true });
  expect([room.state?.stage, room.breaches]).toEqual(['cut', []]);
});
