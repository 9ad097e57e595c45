import { stringify } from 'smol-toml';
import { expect, test } from 'vitest';
import { type Deal, historyOf, shuffledDecks } from '../dev/dealer';
import { NO_COMMITMENT, wholeDecks } from './deals';
import { HistoryChecker, readHistories } from './histories';

const CARDS = wholeDecks([]);
const X = '78'.repeat(32);
type Fields = ReturnType<typeof historyOf>;

function dealOf(hand = 1, changes: Partial<Deal> = {}): Deal {
  const seeds = new Map([
    ['bo', `b${hand}`.repeat(32)],
    ['ana', `a${hand}`.repeat(32)],
  ]);
  const at = { table: 't', hand, turn: 1 };
  return { at, prev: NO_COMMITMENT, decks: shuffledDecks(CARDS), seeds, ...changes };
}

const check = (fields: object) => new HistoryChecker().check({ name: '1', fields: { ...fields } });
const kinds = (fields: object) => check(fields).breaches.map(({ key }) => key);

test('an honest hand is proven, and says what it was cut by', () => {
  const [history] = readHistories(stringify(historyOf(dealOf())));
  expect(new HistoryChecker().check(history!)).toEqual({
    name: '1',
    status: 'proven',
    breaches: [],
    seeds: 2,
    cards: 3,
    turns: [],
    isFirst: true,
    isDeckKnown: true,
  });
});

test('a hand without a proof is not called proven, and neither is one that nobody cut', () => {
  expect(check({ actions: ['d dh p1 AcKd'] }).status).toBe('bare');
  expect(check(historyOf(dealOf(1, { seeds: new Map() }))).status).toBe('uncut');
});

/** A change of `_fairness`, and what it breaks. */
const proof = (change: (proof: Fields['_fairness']) => object) => (fields: Fields) => ({
  ...fields,
  _fairness: { ...fields._fairness, ...change(fields._fairness) },
});
const WRONG: Record<string, [(fields: Fields) => object, string]> = {
  'another version': [proof(() => ({ version: 2 })), 'form'],
  'another table': [proof(() => ({ table: 'u' })), 'commitment'],
  'another hand': [proof(() => ({ hand: 2 })), 'commitment'],
  'another turn': [proof(() => ({ turn: 2, missing: [['Cy']] })), 'commitment'],
  'a turn that was hidden': [proof(() => ({ turn: 2 })), 'turn'],
  'another chain': [proof(() => ({ prev: X })), 'commitment'],
  'another commitment': [proof(() => ({ commitment: X })), 'commitment'],
  'no commitment': [proof(() => ({ commitment: undefined })), 'form'],
  'a commitment that is no hash': [proof(() => ({ commitment: 'x' })), 'form'],
  'other streams': [proof(() => ({ streams: ['second'] })), 'form'],
  'a stream too many': [proof(() => ({ streams: ['deck', 'second'] })), 'form'],
  'the other deck': [proof((p) => ({ dealt: 'ab'.replace(p.dealt, '') })), 'dealt'],
  'no deck': [proof(() => ({ dealt: 'c' })), 'form'],
  'a leaf': [proof((p) => ({ leaves: [[X, ...p.leaves[0]!.slice(1)]] })), 'commitment'],
  'no leaves': [proof(() => ({ leaves: [[]] })), 'deck'],
  'the control’s key': [proof((p) => ({ control: { ...p.control, key: X } })), 'commitment'],
  'the control’s order': [
    proof((p) => ({ control: { ...p.control, cards: [CARDS.join('')] } })),
    'commitment',
  ],
  'five aces': [
    proof((p) => ({ control: { ...p.control, cards: [['As', ...CARDS.slice(1)].join('')] } })),
    'deck',
  ],
  'no cards': [proof((p) => ({ control: { ...p.control, cards: ['1x'] } })), 'form'],
  'a pledge': [proof((p) => ({ pledges: [p.pledges[0]!, ['bo', X]] })), 'pledge'],
  'a guest twice': [proof((p) => ({ pledges: [p.pledges[0]!, p.pledges[0]!] })), 'form'],
  'guests in another order': [proof((p) => ({ pledges: p.pledges.toReversed() })), 'form'],
  'more leaves than can be cut': [
    proof(() => ({ leaves: [Array.from({ length: 65_537 }, () => X)] })),
    'form',
  ],
  'more aces than a deck can have': [
    proof((p) => ({ control: { ...p.control, cards: ['2c'.repeat(1_000)] } })),
    'deck',
  ],
  'a seed': [proof((p) => ({ seeds: [p.seeds[0]!, ['bo', X]] })), 'pledge'],
  'a seed dropped': [proof((p) => ({ seeds: [p.seeds[0]!] })), 'pledge'],
  'a place': [proof((p) => ({ at: [['deck', 9], ...p.at.slice(1)] })), 'opened'],
  'a place twice': [proof((p) => ({ at: [p.at[0]!, p.at[0]!, ...p.at.slice(2)] })), 'opened'],
  'a place too few': [proof((p) => ({ at: p.at.slice(1) })), 'opened'],
  'a card opened too few': [proof((p) => ({ opened: p.opened.slice(1) })), 'opened'],
  'a salt': [
    proof((p) => ({ opened: p.opened.map(([s, n, c]) => [s, n, c, '00'.repeat(16)]) })),
    'card',
  ],
  'a card to come that was dealt': [proof((p) => ({ rabbit: [p.opened[0]!] })), 'rabbit'],
  'a card of a line': [
    (fields) => ({ ...fields, actions: ['d dh p1 XxXx', ...fields.actions.slice(1)] }),
    'opened',
  ],
  'a card shown that was not dealt': [
    (fields) => ({ ...fields, actions: [...fields.actions, 'p2 sm XxXx'] }),
    'shown',
  ],
};

test.each(Object.keys(WRONG))('%s is noticed', (name) => {
  const [change, kind] = WRONG[name]!;
  const found = check(change(historyOf(dealOf())));
  expect(found.status).toBe('wrong');
  expect(found.breaches.map(({ key }) => key)).toContain(kind);
});

test('cards to come are part of the proof', () => {
  expect(kinds(historyOf(dealOf(), { rabbit: [['deck', 9]] }))).toEqual([]);
  const { _fairness, ...fields } = historyOf(dealOf(), { rabbit: [['deck', 9]] });
  const [stream, place, , salt] = _fairness.rabbit![0]!;
  const swapped = { ..._fairness, rabbit: [[stream, place, 'Xx', salt]] };
  expect(kinds({ ...fields, _fairness: swapped })).toEqual(['card']);
});

test('earlier turns are told with the names of those who were missing', () => {
  const at = { table: 't', hand: 1, turn: 3 };
  const missing = [['Cy'], []];
  expect(check(historyOf(dealOf(1, { at }), { missing }))).toMatchObject({
    status: 'proven',
    turns: [
      { key: 'was_missing', values: { turn: 1, names: ['Cy'] } },
      { key: 'was_again', values: { turn: 2 } },
    ],
  });
});

/** Hands 1 to n, each after the one before. */
function evening(n: number): Fields[] {
  const hands: Fields[] = [];
  for (let hand = 1; hand <= n; hand++) {
    const prev = hands.at(-1)?._fairness.commitment ?? NO_COMMITMENT;
    hands.push(historyOf(dealOf(hand, { prev })));
  }
  return hands;
}

const chained = (hands: Fields[]) => {
  const checker = new HistoryChecker();
  const found = hands.map((fields) => checker.check({ name: '?', fields: { ...fields } }));
  return {
    breaches: found.flatMap(({ breaches }) => breaches.map(({ key }) => key)),
    tables: checker.tables(),
  };
};

test('a deck that is not that of the game is noticed, whatever the room calls it', () => {
  const stripped = CARDS.filter((card) => !/[23]/.test(card));
  const told = historyOf(dealOf(1, { decks: shuffledDecks(stripped) }));
  const named = proof(() => ({ deck: stripped.join('') }))(told);
  expect(kinds(named)).toEqual(['deck']);
  const other = check({ ...named, variant: 'a game of their own' });
  expect([other.status, other.isDeckKnown]).toEqual(['proven', false]);
});

test('two players who are told two hands find out, and a deal counts once', () => {
  const checker = new HistoryChecker();
  const told = historyOf(dealOf());
  const next = (fields: object) => checker.check({ name: '?', fields: { ...fields } });
  expect(next(told)).toMatchObject({ status: 'proven', isFirst: true });
  expect(next(told)).toMatchObject({ status: 'proven', isFirst: false });
  const { breaches } = next({ ...told, starting_stacks: [100, 99] });
  expect(breaches.map(({ key }) => key)).toEqual(['story']);
});

test('the hands of a file hang together, in any order', () => {
  const hands = evening(4);
  const file = hands.map((fields, n) => `[${n + 1}]\n${stringify({ actions: fields.actions })}`);
  expect(readHistories(file.join('\n')).map(({ name }) => name)).toEqual(['1', '2', '3', '4']);
  for (const order of [hands, hands.toReversed()]) {
    expect(chained(order)).toEqual({
      breaches: [],
      tables: [{ table: 't', first: 1, last: 4, gaps: [], unlinked: [] }],
    });
  }
  const [first, , third] = hands;
  expect(chained([first!, third!]).tables[0]!.gaps).toEqual([1]);
});

test('a hand that was put in between, told twice, or cut by an old seed is noticed', () => {
  const [first, second] = evening(2);
  const other = historyOf(dealOf(2, { prev: X }));
  expect(chained([first!, other]).breaches).toEqual(['chain']);
  expect(chained([historyOf(dealOf(1, { prev: X }))]).breaches).toEqual(['first']);
  expect(chained([second!, other]).breaches).toEqual(['twice']);
  const { seeds } = dealOf(1);
  const prev = first!._fairness.commitment;
  const replayed = chained([first!, historyOf(dealOf(2, { prev, seeds }))]);
  expect(replayed.breaches).toEqual(['seed', 'seed']);
});

test.each(['', 'actions = [', 'x = 1', '[1]\nx = 1'])('%j is no history', (text) => {
  expect(() => readHistories(text)).toThrow();
});
