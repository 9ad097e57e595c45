import { beforeEach, describe, expect, test } from 'vitest';
import { type Deal, messages, proofOf, shuffledDecks } from '../dev/dealer';
import { emptyView } from '../dev/fakeServer';
import type { ChairView, Commitment, Cut, Proof, TableView, View } from '../protocol/socket';
import { type BreachKind, DealChecker, type FairCommand, type Remembered } from './checker';
import { dealt, NO_COMMITMENT, pledge, seedAfter, wholeDecks } from './deals';

const MASTER = '5e'.repeat(32);
const X = '78'.repeat(32);
const SEED = 'b0'.repeat(32);
const CARDS = wholeDecks([]);
type Places = Proof['at'];
const inDeck = (places: number[]): Places => places.map((place) => ['deck', place]);
/** The places from 0 to the last one of some. */
const upTo = (places: number[]) => Array.from({ length: Math.max(-1, ...places) + 1 }, (_, n) => n);
/** A chair at which Ana is dealt in. */
const CHAIR = { guest: 'g', status: 'in', stack: 100 } as ChairView;
const settled = () => new Promise((done) => setTimeout(done));

/** A room with Ana, who is checked here as `g`, and Bo. What it does wrong is in its messages. */
class Room {
  stored: Remembered = { master: MASTER, last: null };
  sent: FairCommand[] = [];
  takes = true;
  hand = 0;
  turn = 1;
  prev = NO_COMMITMENT;
  version = 0;
  /** The places that each action of the hand dealt; how many decisions there have been. */
  actions: Places[] = [];
  decision = 0;
  chair: ChairView | null = CHAIR;
  decks = shuffledDecks(CARDS);
  deal!: Deal;
  message!: Commitment;
  checker!: DealChecker;

  /** A page is loaded anew; its storage is as it was. */
  load(): void {
    const memory = {
      read: () => structuredClone(this.stored),
      write: (remembered: Remembered) => (this.stored = remembered),
    };
    const send = (command: FairCommand) => {
      this.sent.push(command);
      return Promise.resolve(this.takes);
    };
    this.checker = new DealChecker('t', memory, send, () => {});
  }

  /** Ana connects; the last commitment and cut come again before the view. */
  async connect(...again: (Commitment | Cut)[]): Promise<void> {
    this.checker.welcome('g', 'Ana');
    for (const message of again)
      if (message.type === 'cut') this.checker.cut(message);
      else await this.tell(message);
    await settled();
    this.view([]);
  }

  /** The pledge that the room has of Ana. */
  get own(): string {
    return this.sent.at(-1)!.pledge;
  }

  get pledges(): Map<string, string> {
    return new Map([
      ['bo', pledge(SEED)],
      ['g', this.own],
    ]);
  }

  /** Commit to a hand; the answer is Ana's seed, if she reveals it. */
  async commit(
    pledges = this.pledges,
    change = (message: Commitment): Commitment => message,
  ): Promise<string | null> {
    this.hand += this.turn === 1 ? 1 : 0;
    this.actions = [];
    this.decision = 0;
    const at = { table: 't', hand: this.hand, turn: this.turn };
    this.deal = { at, prev: this.prev, decks: this.decks, seeds: new Map() };
    const message = change(messages.commitment(this.deal, pledges));
    this.deal.prev = message.prev;
    this.prev = message.commitment;
    this.message = message;
    return this.tell(message);
  }

  async tell(message: Commitment): Promise<string | null> {
    const before = this.sent.length;
    this.checker.commitment(message);
    await settled();
    const answer = this.sent.slice(before).find(({ type }) => type === 'reveal');
    const seed = answer?.type === 'reveal' ? answer.seed : null;
    const guests = Object.keys(message.pledges);
    this.deal.seeds = new Map(guests.map((guest) => [guest, guest === 'g' ? (seed ?? X) : SEED]));
    return seed;
  }

  cut(change: Partial<Cut> = {}): void {
    this.checker.cut({ ...messages.cut(this.deal), ...change });
  }

  /**
   * A view of the hand after an action, in which these places were dealt in Ana's sight. All those
   * that were dealt, in their order, are `dealt`; those after `board` of them go to the middle.
   */
  view(
    places: number[] = [0, 3],
    changes: Partial<View> = {},
    { dealt = upTo(places), board = Infinity, isOver = false } = {},
  ): void {
    const cards = new Map(this.deal && this.opened(places).map(({ place, card }) => [place, card]));
    this.actions[this.decision] = inDeck(dealt);
    const hand = {
      hand: this.hand,
      seat: 0,
      decision: this.decision,
      result: isOver ? [{}] : [],
      events: dealt.map((place, n) => {
        const kind = n < board ? 'dealt' : 'board';
        return { kind, seat: 0, card: cards.get(place) ?? '??', count: 1, amount: 0 };
      }),
    } as unknown as TableView;
    const room = { ...emptyView().room, hand: this.hand, chairs: this.chair ? [this.chair] : [] };
    this.version += 1;
    this.decision += 1;
    const view = emptyView({ version: this.version, room, hand: this.hand ? hand : null });
    this.checker.view({ ...view, ...changes });
  }

  opened(places: number[]) {
    return proofOf(this.deal, inDeck(places)).opened;
  }

  prove(places = [0, 3], change = (proof: Proof): Proof => proof): void {
    const { deal, actions } = this;
    this.checker.proof(change(messages.proof(deal, inDeck(places), [], actions.flat())));
  }

  async play(): Promise<void> {
    await this.commit();
    this.cut();
    this.view();
    this.prove();
  }

  get breaches(): BreachKind[] {
    return this.checker.state.breaches.map(({ kind }) => kind);
  }

  get state() {
    return this.checker.state.deals[this.hand];
  }
}

/** A commitment that has been changed is one to something else: make it one to itself. */
const changed = (change: Partial<Commitment>) => (message: Commitment) => ({
  ...message,
  ...change,
});

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
  const hand = { hand: room.hand, seat: 0, decision: 9, result: [{}], events: [] };
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
    hand: { hand: 1, seat: 0, decision: 0, result: [], events: [card, ...second].map(event) },
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

describe('a room that cheats is caught, and gets no seed where it was caught before the cut:', () => {
  const commitments: [string, BreachKind, () => Promise<string | null>][] = [
    [
      'the commitment is not to these pledges',
      'commitment',
      () => room.commit(undefined, changed({ pledges: { g: room.own, bo: X } })),
    ],
    ['it is of another table', 'commitment', () => room.commit(undefined, changed({ table: 'u' }))],
    ['it cannot be read', 'commitment', () => room.commit(undefined, changed({ prev: 'no hash' }))],
    [
      'the chain goes on from another commitment',
      'chain',
      async () => {
        await room.play();
        room.prev = X;
        const seed = await room.commit();
        room.view([], { hand: null });
        return seed;
      },
    ],
    [
      'the chain is another than before the connection was lost',
      'chain',
      async () => {
        await room.commit();
        await room.connect();
        room.turn = 2;
        room.prev = X;
        return room.commit();
      },
    ],
    [
      'an old hand is dealt again',
      'chain',
      async () => {
        await room.play();
        await room.play();
        await room.connect();
        room.hand = 0;
        return room.commit();
      },
    ],
    [
      'a turn gets a second commitment',
      'twice',
      async () => {
        await room.play();
        await room.commit();
        room.hand -= 1;
        return room.commit();
      },
    ],
    [
      'a pledge is used again whose seed is known',
      'pledge',
      async () => {
        const old = room.pledges;
        await room.play();
        return room.commit(old);
      },
    ],
    [
      'we are called missing, though our seed was taken',
      'missing',
      async () => {
        await room.commit();
        room.turn = 2;
        return room.commit(undefined, changed({ missing: [['Ana']] }));
      },
    ],
    [
      'a turn is hidden',
      'missing',
      async () => {
        room.turn = 2;
        room.hand = 1;
        return room.commit(undefined, changed({ missing: [] }));
      },
    ],
  ];
  test.each(commitments)('%s', async (_, kind, cheat) => {
    expect(await cheat()).toBe(null);
    expect(room.breaches).toEqual([kind]);
  });

  const cuts: [string, BreachKind, () => void][] = [
    ['a seed is another', 'seed', () => room.cut({ seeds: { ...seeds(), bo: X } })],
    ['a seed is left out', 'seed', () => room.cut({ seeds: { g: seeds().g! } })],
    ['a seed is added', 'seed', () => room.cut({ seeds: { ...seeds(), cy: X } })],
    ['all seeds are left out', 'seed', () => room.cut({ seeds: {} })],
    [
      'the cut changes',
      'seed',
      () => {
        room.cut();
        room.checker.cut({ ...messages.cut(room.deal), seeds: { ...seeds(), g: X } });
      },
    ],
    ['the other deck is dealt', 'dealt', () => room.cut({ dealt: other() })],
    ['another turn is cut', 'commitment', () => room.cut({ turn: 2 })],
    ['a hand is cut that was not committed', 'commitment', () => room.cut({ hand: 9 })],
    ['the cut cannot be read', 'seed', () => room.cut({ seeds: { ...seeds(), bo: '?' } })],
    [
      'the seeds are not told',
      'seed',
      () => {
        room.view();
        room.prove();
      },
    ],
  ];
  const seeds = (): Record<string, string> => Object.fromEntries(room.deal.seeds);
  const other = () => 'ab'.replace(dealt(room.deal.at, room.deal.seeds), '');
  test.each(cuts)('%s', async (_, kind, cheat) => {
    await room.commit();
    cheat();
    expect(room.breaches).toContain(kind);
  });

  const proofs: [string, BreachKind, (proof: Proof) => Proof][] = [
    ['a leaf is another', 'commitment', (p) => ({ ...p, leaves: [[X, ...p.leaves[0]!.slice(1)]] })],
    ['the leaves are missing', 'deck', (p) => ({ ...p, leaves: [] })],
    [
      'the control’s key is another',
      'commitment',
      (p) => ({ ...p, control: { ...p.control, key: X } }),
    ],
    [
      'the control is in another order',
      'commitment',
      (p) => ({ ...p, control: { ...p.control, cards: [CARDS.join('')] } }),
    ],
    [
      'the control has five aces',
      'deck',
      (p) => ({ ...p, control: { ...p.control, cards: [['As', ...CARDS.slice(1)].join('')] } }),
    ],
    ['a card is another', 'card', (p) => ({ ...p, opened: [['deck', 0, 'Xx', X], ...p.opened] })],
    [
      'a card is opened with another salt',
      'card',
      (p) => ({ ...p, opened: p.opened.map(([s, n, c]) => [s, n, c, '00'.repeat(16)]) }),
    ],
    ['a card that was seen is not opened', 'cards', (p) => ({ ...p, opened: [p.opened[0]!] })],
    ['the proof cannot be read', 'card', (p) => ({ ...p, leaves: [['?']] })],
  ];
  test.each(proofs)('%s', async (_, kind, cheat) => {
    await room.commit();
    room.cut();
    room.view();
    room.prove([0, 3], cheat);
    expect(room.breaches).toContain(kind);
    expect(room.state?.isProven).toBe(false);
  });

  test('a deck with five aces is caught when it is the control, and the seeds choose', async () => {
    room.decks = shuffledDecks(['As', ...CARDS.slice(1)]);
    await room.play();
    expect(room.breaches).toEqual(['deck']);
  });

  test('another card than the one that was fixed is shown', async () => {
    await room.commit();
    room.cut();
    room.view([0, 4]);
    room.prove([0, 3]);
    expect(room.breaches).toEqual(['card', 'cards']);
  });

  /** The hand is dealt and run out, and proven by the places of its cards. */
  async function runOut(hole: number[], rest: number[], at: Places = inDeck([...hole, ...rest])) {
    await room.commit();
    room.cut();
    room.view([hole[1]!], {}, { dealt: hole });
    room.view(rest, {}, { dealt: rest, board: 0, isOver: true });
    room.prove([hole[1]!, ...rest], (proof) => ({ ...proof, at }));
  }

  const orders: [string, BreachKind[], number[], number[], Places?][] = [
    ['a card is burned before each street', [], [0, 1, 2, 3], [5, 6, 7, 9, 11]],
    ['none is burned', [], [0, 1], [2, 3, 4]],
    ['the cards come from anywhere', ['card'], [17, 40], [33]],
    ['two cards are passed over at once', ['card'], [0, 1], [4]],
    ['a card is passed over before each of them', ['card'], [1, 3], [5]],
    ['the first card is not the top one', ['card'], [2, 3], [4]],
    ['the cards come from the bottom', ['card'], [0, 1], [51]],
    ['they come in another order', ['card'], [0, 1], [3, 2]],
    ['a place is left out', ['card'], [0, 1], [2, 3], inDeck([0, 1, 2])],
    ['a place too many is told', ['card'], [0, 1], [2, 3], inDeck([0, 1, 2, 3, 4])],
    ['another place is told for a card', ['card'], [0, 1], [3, 4], inDeck([0, 1, 3, 5])],
    ['a card was dealt to another than was told', ['card'], [0, 2], [3], inDeck([2, 0, 3])],
  ];
  test.each(orders)('%s: %j', async (_, kinds, hole, rest, at) => {
    await runOut(hole, rest, at);
    expect(room.breaches).toEqual(kinds);
    expect(room.state?.isProven).toBe(!kinds.length);
  });

  test('more than one card is burned while the hand goes on', async () => {
    await room.commit();
    room.cut();
    room.view([0], {}, { dealt: [0, 1] });
    room.view([3, 5], {}, { dealt: [3, 5], board: 0 });
    room.prove([0, 3, 5]);
    expect(room.breaches).toEqual(['card']);
  });

  test('a card is turned up that was not dealt', async () => {
    await room.commit();
    room.cut();
    room.view([0], {}, { dealt: [0, 1] });
    room.prove([0, 7]);
    expect(room.breaches).toEqual(['card']);
  });

  test('our pledge is dropped', async () => {
    await room.commit(new Map([['bo', pledge(SEED)]]));
    room.cut();
    room.view();
    expect(room.breaches).toEqual(['pledge']);
  });

  test('a hand is dealt to us that nobody was told to be cut', async () => {
    await room.commit();
    room.view();
    expect(room.breaches).toEqual(['seed']);
  });

  test('it is not told after a reconnection either', async () => {
    await room.commit();
    room.checker.welcome('g', 'Ana');
    await room.tell(room.message);
    room.view([], { is_whole: true, hand: null });
    expect(room.breaches).toEqual([]);
    room.view();
    expect(room.breaches).toEqual(['seed']);
  });

  test('a hand is neither cut nor proven', async () => {
    await room.commit();
    room.view();
    await room.play();
    expect(room.checker.state.breaches).toEqual([
      { hand: 1, kind: 'seed' },
      { hand: 1, kind: 'cards' },
    ]);
  });

  test('a hand is dealt without any commitment', () => {
    room.hand = 1;
    room.view([]);
    expect(room.breaches).toEqual(['pledge']);
  });

  test('a hand is never proven', async () => {
    await room.commit();
    room.cut();
    room.view();
    await room.play();
    expect(room.breaches).toEqual(['cards']);
  });

  test('a breach is told once, and stays', async () => {
    await room.commit();
    room.cut();
    room.view();
    room.prove([0, 3], (p) => ({ ...p, opened: [] }));
    room.prove([0, 3], (p) => ({ ...p, opened: [] }));
    await room.play();
    expect(room.breaches).toEqual(['card', 'cards']);
  });
});
