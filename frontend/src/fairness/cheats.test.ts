import { beforeEach, describe, expect, test } from 'vitest';
import { messages, shuffledDecks } from '../dev/dealer';
import { CARDS, changed, CHAIR, inDeck, type Places, Room, SEED, X } from '../dev/fairRoom';
import { emptyView } from '../dev/fakeServer';
import type { ChairView, Proof, TableView, View } from '../protocol/socket';
import type { BreachKind } from './dealState';
import { dealt, pledge } from './deals';

let room: Room;

beforeEach(async () => {
  room = new Room();
  room.load();
  await room.connect();
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
      'twice',
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
      'chain',
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
    ['a leaf is another', 'deck', (p) => ({ ...p, leaves: [[X, ...p.leaves[0]!.slice(1)]] })],
    ['the leaves are missing', 'deck', (p) => ({ ...p, leaves: [] })],
    ['the control’s key is another', 'deck', (p) => ({ ...p, control: { ...p.control, key: X } })],
    [
      'the control is in another order',
      'deck',
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
    ['the proof cannot be read', 'deck', (p) => ({ ...p, leaves: [['?']] })],
  ];
  test.each(proofs)('%s', async (_, kind, cheat) => {
    await room.commit();
    room.cut();
    room.view();
    room.prove([0, 3], cheat);
    expect(room.breaches).toContain(kind);
    expect(room.state?.standing).toBe('wrong');
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
    expect(room.state?.standing).toBe(kinds.length ? 'wrong' : 'proven');
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

  test('the deck of the game is another than by its rules, as the room says itself', async () => {
    const stripped = CARDS.filter((card) => !/[23]/.test(card));
    room.decks = shuffledDecks(stripped);
    await room.commit(undefined, changed({ deck: stripped.join('') }));
    room.cut();
    room.view();
    room.prove();
    expect(room.breaches).toEqual(['deck']);
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
    room.end();
    await room.commit();
    expect(room.checker.state.breaches).toEqual([
      { hand: 1, kind: 'seed' },
      { hand: 2, kind: 'chain' },
    ]);
    room.cut();
    room.view();
    expect(room.checker.state.breaches).toContainEqual({ hand: 1, kind: 'cards' });
  });

  test('a hand is dealt without any commitment', () => {
    room.hand = 1;
    room.view([]);
    expect(room.breaches).toEqual(['commitment', 'pledge']);
  });

  test('a hand is never proven', async () => {
    await room.commit();
    room.cut();
    room.view();
    room.end();
    await room.play();
    expect(room.checker.state.breaches).toEqual([{ hand: 1, kind: 'cards' }]);
  });

  test('the end of a hand is never shown, so that no proof is due', async () => {
    await room.commit();
    room.cut();
    room.view();
    await room.play();
    expect(room.checker.state.breaches).toEqual([{ hand: 1, kind: 'skipped' }]);
  });

  test('the deal of a hand is never shown, so that its cards have no order', async () => {
    await room.commit();
    room.cut();
    room.decision = 1;
    room.view();
    expect(room.breaches).toEqual(['skipped']);
  });

  test('other cards are shown than were proven, once the proof was there', async () => {
    await room.play();
    expect(room.state?.standing).toBe('proven');
    const { shown } = room;
    const cards = [{ card: room.opened([9])[0]!.card, zone: 'hand', dead: false }];
    const seats = [{ cards }, { cards: [] }] as unknown as TableView['seats'];
    room.checker.view({ ...shown!, hand: { ...shown!.hand!, seats } });
    expect(room.breaches).toEqual(['cards']);
    expect(room.state?.standing).toBe('wrong');
  });

  test('a card lies in front of another than the one to whom it was dealt', async () => {
    await room.commit();
    room.cut();
    room.view([0, 1]);
    const cards = [{ card: room.opened([1])[0]!.card, zone: 'hand', dead: false }];
    const seats = [{ cards: [] }, { cards }] as unknown as TableView['seats'];
    room.isOver = true;
    const hand = { ...room.shown!.hand!, decision: 1, events: [], result: [{}], seats };
    room.checker.view({ ...room.shown!, hand: hand as unknown as TableView });
    room.prove([0, 1]);
    expect(room.breaches).toEqual(['card']);
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

describe('a hand that goes by a number that is not its own is a breach:', () => {
  const playing = (hand: number): Partial<View> => ({
    room: { ...emptyView().room, hand, phase: 'playing' },
  });

  test('that of one that is over', async () => {
    await room.play();
    room.checker.view(room.shown!);
    expect(room.breaches).toEqual([]);
    room.view([0, 3], playing(1));
    expect(room.breaches).toEqual(['number']);
  });

  test('that of one whose end was never shown', async () => {
    await room.commit();
    room.cut();
    room.view();
    room.view([], playing(1));
    expect(room.breaches).toEqual([]);
    room.decision = 0;
    room.view([0, 3], playing(1));
    expect(room.breaches).toEqual(['number']);
  });

  test('that of one that was called off', async () => {
    await room.commit();
    room.cut();
    room.view();
    room.view([], { hand: null });
    expect(room.breaches).toEqual([]);
    room.view([], { ...playing(1), hand: { ...room.shown!.hand!, result: [{}] as never } });
    expect(room.breaches).toEqual(['number']);
  });

  test.each([
    ['an older one', 1, []],
    ['one further on', 4, []],
    ['one further on, after a gap', 4, ['gap']],
  ])('%s', async (_, number, gap) => {
    await room.play();
    await room.play();
    room.hand = number;
    room.view([], { ...playing(number), is_whole: gap.length > 0 });
    expect(room.breaches.includes('number')).toBe(!gap.length);
  });
});

test('another card to come than the proof opens is a breach, whichever comes first', async () => {
  await room.commit();
  room.cut();
  room.view();
  room.prove();
  const [next] = room.opened([5]);
  const show = (card: string) =>
    room.checker.view({ ...room.shown!, room: { ...room.shown!.room, rabbit: [card] } });
  const prove = () =>
    room.checker.proof(messages.proof(room.deal, inDeck([0, 3]), inDeck([5]), room.actions.flat()));
  show(next!.card);
  prove();
  expect([room.state?.standing, room.breaches]).toEqual(['proven', []]);
  show(CARDS.find((card) => card !== next!.card)!);
  expect(room.breaches).toEqual(['card']);
});

describe('a gap in an open connection', () => {
  const gaps = () => room.checker.state.gaps;

  test('is said, and leaves the hand unchecked', async () => {
    await room.play();
    await room.commit();
    room.cut();
    room.view();
    expect(room.state?.standing).toBe('awaited');
    room.view([], { is_whole: true });
    expect(gaps()).toEqual([2]);
    room.prove();
    expect([room.state?.standing, room.breaches]).toEqual(['unchecked', []]);
    await room.play();
    expect(room.checker.state.counts).toMatchObject({ proven: 2, unchecked: 1, wrong: 0 });
  });

  test('in every hand does not pass in silence', async () => {
    for (let hand = 1; hand <= 3; hand++) {
      await room.commit();
      room.cut();
      room.view([0, 3], { is_whole: true });
      room.prove();
    }
    expect(gaps()).toEqual([1, 2, 3]);
    expect(room.checker.state.counts).toMatchObject({ proven: 0, unchecked: 3 });
  });

  test('proves nothing that is shown in it otherwise than before', async () => {
    await room.play();
    const { shown } = room;
    room.checker.view({ ...shown!, is_whole: true });
    expect([room.state?.standing, gaps()]).toEqual(['proven', [1]]);
    const other = { ...shown!.room, rabbit: [room.opened([9])[0]!.card] };
    room.checker.view({ ...shown!, is_whole: true, room: other });
    expect([room.state?.standing, room.breaches]).toEqual(['unchecked', []]);
  });

  test('lets hands pass that count as unchecked, and not more than can be counted', async () => {
    await room.play();
    room.hand = 1e12;
    room.view([], { is_whole: true });
    expect(room.checker.state.counts.unchecked).toBeGreaterThan(100);
  });
});

test('a seed of ours that was given for another deck cuts none', async () => {
  room.takes = false;
  const pledges = room.pledges;
  const seed = await room.commit(pledges);
  room.turn = 2;
  await room.commit(pledges, changed({ missing: [['Ana']] }));
  expect(room.breaches).toEqual([]);
  room.deal.seeds = new Map([...room.deal.seeds]).set('g', seed!);
  room.cut();
  expect(room.breaches).toEqual(['seed']);
});

test('a commitment with a breach gets no seed when it comes again either', async () => {
  await room.play();
  room.prev = X;
  expect(await room.commit()).toBe(null);
  expect(await room.tell(room.message)).toBe(null);
  room.load();
  await room.connect();
  expect(await room.tell(room.message)).toBe(null);
});

test.each([{ status: 'out' }, { stack: 99 }, null, {}])(
  'no view of a chair excuses that a pledge was dropped: %j',
  async (before) => {
    room.chair = before && { ...CHAIR, ...(before as Partial<ChairView>) };
    room.view([], { hand: null });
    await room.commit(new Map([['bo', pledge(SEED)]]));
    room.chair = CHAIR;
    room.view([], { hand: null });
    room.cut();
    room.view();
    expect(room.breaches).toEqual(['pledge']);
  },
);

test('a hand that is called off may have no proof, and counts as unchecked', async () => {
  await room.commit();
  room.cut();
  room.view();
  room.view([], { hand: null });
  await room.play();
  expect(room.breaches).toEqual([]);
  expect(room.checker.state.counts).toMatchObject({ proven: 1, unchecked: 1 });
});
