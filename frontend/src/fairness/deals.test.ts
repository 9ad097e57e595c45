import { describe, expect, test } from 'vitest';
import vectors from '../../../tests/fairness/vectors.json';
import { proofOf, pledgesOf, shuffledDecks } from '../dev/dealer';
import {
  below,
  commitment,
  cut,
  dealt,
  deckOf,
  type DealProof,
  type Deck,
  DECKS,
  leaf,
  NO_COMMITMENT,
  type OpenedCard,
  pledge,
  type ProofBreach,
  proofBreaches,
  roots,
  salt,
  seedAfter,
  wholeDecks,
} from './deals';
import { compareTexts, hash } from './hashing';

const CARDS = wholeDecks([]);

describe('the vectors that Python has too', () => {
  const at = (hand = 1) => ({ table: vectors.table, hand, turn: vectors.turn });
  const seeds = new Map(Object.entries(vectors.seeds));
  const { key } = vectors;
  const decks: Record<string, Deck> = {
    a: { key, streams: new Map([['deck', CARDS]]) },
    b: { key, streams: new Map([['deck', CARDS.toReversed()]]) },
  };

  test('a pledge', () => {
    expect(pledge(seeds.get(vectors.pledge.of)!)).toBe(vectors.pledge.is);
  });

  test.each(vectors.cuts)('a cut of $cards cards in hand $hand', async (vector) => {
    const order = cut(vector.cards, at(vector.hand), 'deck', seeds);
    expect(order.slice(0, 8)).toEqual(vector.begins);
    const words = new Uint8Array(order.flatMap((n) => [n >> 8, n & 255]));
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', words));
    expect(Buffer.from(digest).toString('hex')).toBe(vector.hash);
  });

  test('which deck is dealt', () => {
    expect(dealt(at(vectors.dealt.hand), seeds)).toBe(vectors.dealt.is);
  });

  test('a salt, a leaf, roots and a commitment', () => {
    const hidden = salt(key, 'deck', vectors.salt.place);
    expect(hidden).toBe(vectors.salt.is);
    const { deck, place, card } = vectors.leaf;
    expect(leaf(at(), deck, 'deck', place, hidden, card)).toBe(vectors.leaf.is);
    const both = DECKS.map((name) => roots(at(), name, decks[name]!));
    expect(both).toEqual([[vectors.roots.a], [vectors.roots.b]]);
    const found = commitment(NO_COMMITMENT, at(), ['deck'], both, pledgesOf(seeds));
    expect(found).toBe(vectors.commitment);
  });
});

const SEEDS = new Map(['ana', 'bo', 'cy'].map((guest, n) => [guest, `0${n}`.repeat(32)]));
const X = '78'.repeat(32);

function proof(streams = ['deck'], cards = CARDS): DealProof {
  const at = { table: 'table', hand: 5, turn: 2 };
  const seen = streams.flatMap((s) => [0, 3, 51].map((place) => [s, place] as [string, number]));
  return proofOf(
    { at, prev: '70'.repeat(32), decks: shuffledDecks(cards, streams), seeds: SEEDS },
    seen,
  );
}

test.each([[['deck']], [['deck', 'second']]])('an honest deal of %s is proven', (streams) => {
  expect(proofBreaches(proof(streams), CARDS)).toEqual([]);
});

/** A change of the first opened card. */
const aCard = (change: (card: OpenedCard) => Partial<OpenedCard>) => (p: DealProof) => ({
  ...p,
  opened: p.opened.map((card, n) => (n ? card : { ...card, ...change(card) })),
});
const without = <K, V>(map: ReadonlyMap<K, V>, key: K) => {
  const rest = new Map(map);
  rest.delete(key);
  return rest;
};
const WRONG: Record<string, [(p: DealProof) => DealProof, ProofBreach]> = {
  'another table': [(p) => ({ ...p, at: { ...p.at, table: 'other' } }), 'commitment'],
  'another hand': [(p) => ({ ...p, at: { ...p.at, hand: 6 } }), 'commitment'],
  'a turn that was hidden': [(p) => ({ ...p, at: { ...p.at, turn: 1 } }), 'commitment'],
  'another chain': [(p) => ({ ...p, prev: X }), 'commitment'],
  'another commitment': [(p) => ({ ...p, commitment: X }), 'commitment'],
  'the other deck': [(p) => ({ ...p, dealt: 'ab'.replace(p.dealt, '') }), 'dealt'],
  'no deck': [(p) => ({ ...p, dealt: 'c' }), 'dealt'],
  'a leaf': [
    (p) => ({ ...p, leaves: new Map([['deck', [X, ...p.leaves.get('deck')!.slice(1)]]]) }),
    'commitment',
  ],
  'a leaf too few': [
    (p) => ({ ...p, leaves: new Map([['deck', p.leaves.get('deck')!.slice(1)]]) }),
    'deck',
  ],
  'no leaves': [(p) => ({ ...p, leaves: new Map() }), 'deck'],
  'the control’s key': [(p) => ({ ...p, control: { ...p.control, key: X } }), 'commitment'],
  'the control’s order': [
    (p) => ({ ...p, control: { ...p.control, streams: new Map([['deck', CARDS]]) } }),
    'commitment',
  ],
  'five aces as control': [
    (p) => ({
      ...p,
      control: { ...p.control, streams: new Map([['deck', ['As', ...CARDS.slice(1)]]]) },
    }),
    'deck',
  ],
  'a pledge': [(p) => ({ ...p, pledges: new Map([...p.pledges, ['bo', X]]) }), 'pledge'],
  'a pledge dropped': [(p) => ({ ...p, pledges: without(p.pledges, 'cy') }), 'pledge'],
  'a seed': [(p) => ({ ...p, seeds: new Map([...p.seeds, ['bo', X]]) }), 'pledge'],
  'a seed dropped': [(p) => ({ ...p, seeds: without(p.seeds, 'cy') }), 'pledge'],
  'a guest': [
    (p) => ({
      ...p,
      seeds: new Map([...p.seeds, ['dee', X]]),
      pledges: new Map([...p.pledges, ['dee', pledge(X)]]),
    }),
    'commitment',
  ],
  'a card': [aCard(({ card }) => ({ card: card === 'As' ? 'Ks' : 'As' })), 'card'],
  'a salt': [aCard(() => ({ salt: '00'.repeat(16) })), 'card'],
  'a place': [aCard(({ place }) => ({ place: place + 1 })), 'card'],
  'a place that is not there': [aCard(() => ({ place: 52 })), 'card'],
  'a stream': [aCard(() => ({ stream: 'second' })), 'card'],
  'a card twice': [(p) => ({ ...p, opened: [...p.opened, p.opened[0]!] }), 'card'],
};

test.each(Object.keys(WRONG))('%s is noticed', (name) => {
  const [change, reason] = WRONG[name]!;
  expect(proofBreaches(change(proof()), CARDS)).toContain(reason);
});

test('a deck with five aces is caught when it is the control', () => {
  const wrong = proof(['deck'], ['As', ...CARDS.slice(1)]);
  expect(proofBreaches(wrong, CARDS)).toEqual(['deck']);
});

test('decks are whole with two jokers each or none, however many they are', () => {
  expect(CARDS).toHaveLength(52);
  const pinochle = [...CARDS, ...CARDS];
  expect(wholeDecks(pinochle).sort()).toEqual(pinochle.sort());
  expect(wholeDecks([...CARDS, 'Xx', 'Xx'])).toHaveLength(54);
  expect(wholeDecks([...CARDS, 'Xx'])).toHaveLength(54);
  expect(wholeDecks(CARDS.slice(1))).toHaveLength(52);
  expect(wholeDecks(Array<string>(520).fill('2c'))).toHaveLength(520);
});

test('a game may name other cards, which the control must then have', () => {
  const kuhn = ['Js', 'Ks', 'Qs'];
  expect(deckOf('JsKsQs', [])).toEqual(kuhn);
  expect(deckOf('', CARDS)).toEqual(wholeDecks(CARDS));
  const at = { table: 'table', hand: 5, turn: 2 };
  const of = (cards: string[]) =>
    proofOf({ at, prev: X, decks: shuffledDecks(cards, ['deck']), seeds: SEEDS }, [['deck', 2]]);
  expect(proofBreaches(of(['Ks', 'Qs', 'Js']), kuhn)).toEqual([]);
  expect(proofBreaches(of(['Ks', 'Qs', 'Qs']), kuhn)).toContain('deck');
});

test('words that would favour some are passed over', () => {
  const words = [65535, 65520, 65519, 7].values();
  expect(below(52, words)).toBe(65519 % 52);
  expect(words.next().value).toBe(7);
});

test('too many cards cannot be cut', () => {
  expect(() => cut(65537, { table: 't', hand: 1, turn: 1 }, 'deck', SEEDS)).toThrow('65537 cards');
});

test('guests are sorted by code points, as in Python', () => {
  expect(['\u{10000}', '\uffff', 'b', 'ab', 'a'].sort(compareTexts)).toEqual([
    'a',
    'ab',
    'b',
    '\uffff',
    '\u{10000}',
  ]);
});

test('a seed depends on the secret and on the commitment', () => {
  const seed = seedAfter(X, NO_COMMITMENT);
  expect(seed).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set([seed, seedAfter(X, X), seedAfter(NO_COMMITMENT, NO_COMMITMENT)]).size).toBe(3);
  expect(hash('a', 'bc')).not.toBe(hash('ab', 'c'));
});
