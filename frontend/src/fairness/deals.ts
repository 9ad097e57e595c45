/**
 * Provably fair deals: pledges, leaves, commitments, the cut, and proofs of a hand that is over.
 *
 * The same as `sidepot.fairness`; tests/fairness/vectors.json holds the two together. All functions
 * are pure. A *stream* is an order of cards that a hand deals from: `deck`, and `second` where
 * discards are dealt again. A *place* counts from 0 from the top.
 */

import {
  compareTexts,
  hash,
  hashBytes,
  type Hex,
  keyed,
  keyedBlock,
  type Part,
  raw,
} from './hashing';

/** Hexadecimal digits of a salt. */
const SALT_DIGITS = 32;
/** Stands for the previous commitment before a table's first one. */
export const NO_COMMITMENT: Hex = '00'.repeat(32);
/** The two decks: one is dealt, the other, the control, is opened in full. */
export const DECKS = ['a', 'b'] as const;
/** The number of cards of a deck without jokers. */
const DECK_SIZE = 52;
/** The number of values of a word that a cut draws; larger decks cannot be cut. */
const WORD = 1 << 16;

/** Identifies a deal: the table, the number of the hand, and the turn, counted from 1. */
export interface Attempt {
  table: string;
  hand: number;
  turn: number;
}

/** One of the two decks: its key, and its cards in order, by stream. */
export interface Deck {
  key: Hex;
  streams: ReadonlyMap<string, readonly string[]>;
}

/** A seed or a pledge by guest. */
export type ByGuest = ReadonlyMap<string, Hex>;

/** A card that a viewer has seen: its place in the order of dealing; its leaf is at `cut[place]`. */
export interface OpenedCard {
  stream: string;
  place: number;
  card: string;
  salt: Hex;
}

/** The proof of a finished hand's deal, for a guest who saw some of its cards. */
export interface DealProof {
  at: Attempt;
  prev: Hex;
  commitment: Hex;
  dealt: string;
  /** The leaves of the deck that was dealt, by stream. */
  leaves: ReadonlyMap<string, readonly Hex[]>;
  /** The other deck, in full. */
  control: Deck;
  pledges: ByGuest;
  seeds: ByGuest;
  opened: readonly OpenedCard[];
}

/** The faults of a proof. */
export type ProofBreach = 'pledge' | 'deck' | 'dealt' | 'commitment' | 'card';

/** The seed that a client reveals next after a commitment, from its own secret. */
export function seedAfter(master: Hex, commitment: Hex): Hex {
  return keyed(raw(master), 'sidepot seed 1', raw(commitment));
}

/** The hash that a client sends before it reveals its seed. */
export function pledge(seed: Hex): Hex {
  return hash('sidepot pledge 1', raw(seed));
}

/** The salt that hides the card at a place. */
export function salt(key: Hex, stream: string, place: number): Hex {
  return keyed(raw(key), 'sidepot salt 1', stream, place).slice(0, SALT_DIGITS);
}

/** The hash that commits to one card. */
export function leaf(
  at: Attempt,
  deck: string,
  stream: string,
  place: number,
  salt: Hex,
  card: string,
): Hex {
  return hash('sidepot leaf 1', ...attempt(at), deck, stream, place, raw(salt), card);
}

/** The leaves of one stream of a deck, in the order of its cards. */
export function leaves(at: Attempt, name: string, deck: Deck, stream: string): Hex[] {
  const cards = deck.streams.get(stream) ?? [];
  return cards.map((card, n) => leaf(at, name, stream, n, salt(deck.key, stream, n), card));
}

/** The roots of a deck, in the order of its streams. */
export function roots(at: Attempt, name: string, deck: Deck): Hex[] {
  return [...deck.streams.keys()].map((stream) =>
    root(at, name, stream, leaves(at, name, deck, stream)),
  );
}

/** The hash of the leaves of a stream. */
function root(at: Attempt, deck: string, stream: string, leaves: readonly Hex[]): Hex {
  return hash('sidepot root 1', ...attempt(at), deck, stream, ...leaves.map(raw));
}

/** The hash that commits to both decks before any seed is known: their roots, first those of `a`. */
export function commitment(
  prev: Hex,
  at: Attempt,
  streams: readonly string[],
  roots: readonly (readonly Hex[])[],
  pledges: ByGuest,
): Hex {
  return hash(
    'sidepot hand 1',
    raw(prev),
    ...attempt(at),
    streams.length,
    ...streams,
    ...roots.flat().map(raw),
    ...inOrder(pledges),
  );
}

/** Which deck the seeds have chosen: "a" or "b". */
export function dealt(at: Attempt, seeds: ByGuest): string {
  return DECKS[hashBytes('sidepot choose 1', ...attempt(at), '', ...inOrder(seeds))[0]! & 1]!;
}

/**
 * The permutation of a stream of `size` cards: the j-th card dealt lies at place `cut[j]`. A
 * Fisher-Yates shuffle. Throws for more than 65,536 cards.
 */
export function cut(size: number, at: Attempt, stream: string, seeds: ByGuest): number[] {
  if (size > WORD) throw new RangeError(`${size} cards cannot be cut`);
  const key = hashBytes('sidepot cut 1', ...attempt(at), stream, ...inOrder(seeds));
  const words = wordsOf(key);
  const places = Array.from({ length: size }, (_, n) => n);
  for (let m = size; m > 1; m--) {
    const j = below(m, words);
    [places[m - 1], places[j]] = [places[j]!, places[m - 1]!];
  }
  return places;
}

/** A uniform number below m; words that would favour some numbers are skipped. */
export function below(m: number, words: Iterator<number>): number {
  const fair = WORD - (WORD % m);
  for (;;) {
    const word = words.next().value as number;
    if (word < fair) return word % m;
  }
}

/** A stream of 16-bit numbers. */
function* wordsOf(key: Uint8Array): Generator<number> {
  for (let block = 0; ; block++) {
    const bytes = keyedBlock(key, block);
    for (let n = 0; n < bytes.length; n += 2) yield bytes[n]! * 256 + bytes[n + 1]!;
  }
}

function attempt({ table, hand, turn }: Attempt): Part[] {
  return [table, hand, turn];
}

/** Each guest's id and value, sorted by id. */
function inOrder(byGuest: ByGuest): Part[] {
  const guests = [...byGuest.keys()].sort(compareTexts);
  return guests.flatMap((guest) => [guest, raw(byGuest.get(guest)!)]);
}

/**
 * Everything that is wrong with a proof; empty if it proves the deal. `cards` are the game's
 * physical cards, in any order. `pledge`: a seed is not the one that was pledged, or is missing;
 * `deck`: the control is not such a deck; `dealt`: the seeds chose the other deck; `commitment`:
 * something committed to has changed; `card`: a card does not open, or is at two places.
 */
export function proofBreaches(proof: DealProof, cards: readonly string[]): ProofBreach[] {
  const found: Record<ProofBreach, boolean> = {
    pledge: !openPledges(proof.seeds, proof.pledges),
    deck: !areDecks(proof, cards),
    dealt: proof.dealt !== dealt(proof.at, proof.seeds),
    commitment: proof.commitment !== fixed(proof),
    card: !allOpen(proof),
  };
  return (Object.keys(found) as ProofBreach[]).filter((reason) => found[reason]);
}

/** Is each seed the one that was pledged, and is none missing? */
export function openPledges(seeds: ByGuest, pledges: ByGuest): boolean {
  const isOpen = ([guest, seed]: [string, Hex]) => pledges.get(guest) === pledge(seed);
  return seeds.size === pledges.size && [...seeds].every(isOpen);
}

/**
 * The cards of as many whole decks as these: 52 and 0 or 2 jokers a deck. Never many more than
 * these, which may come from anybody.
 */
export function wholeDecks(cards: readonly string[]): string[] {
  const jokers = cards.includes('Xx') ? ['Xx', 'Xx'] : [];
  const decks = Math.max(1, Math.floor(cards.length / (DECK_SIZE + jokers.length)));
  const deck = [...'23456789TJQKA'].flatMap((rank) => [...'cdhs'].map((suit) => rank + suit));
  return Array.from({ length: decks }, () => [...deck, ...jokers]).flat();
}

/** The cards of a game: those that it names, as "JsKsQs", or else whole decks like some cards. */
export function deckOf(named: string, cards: readonly string[]): string[] {
  return named ? cardsOf(named) : wholeDecks(cards);
}

/** The cards of a text without spaces, "2cTd". */
export function cardsOf(text: string): string[] {
  return text.match(/../g) ?? [];
}

/** Is the control a whole deck in every stream, and has the dealt one as many leaves? */
function areDecks({ control, leaves }: DealProof, cards: readonly string[]): boolean {
  const { streams } = control;
  const wanted = sorted(cards);
  return (
    streams.size > 0 &&
    streams.size === leaves.size &&
    [...streams.keys()].every((stream) => leaves.get(stream)?.length === cards.length) &&
    [...streams.values()].every((order) => sorted(order) === wanted)
  );
}

function sorted(cards: readonly string[]): string {
  return [...cards].sort().join(' ');
}

/** The commitment computed from what the proof opens. */
function fixed({ at, prev, dealt, leaves, control, pledges }: DealProof): Hex {
  const streams = [...control.streams.keys()];
  const open = (name: string): Hex[] =>
    name === dealt
      ? streams.map((stream) => root(at, name, stream, leaves.get(stream) ?? []))
      : roots(at, name, control);
  if (!DECKS.some((name) => name === dealt)) return '';
  return commitment(prev, at, streams, DECKS.map(open), pledges);
}

/** Does every card open the leaf at the place that the seeds gave it, and no place twice? */
function allOpen({ at, dealt, leaves, seeds, opened }: DealProof): boolean {
  const orders = new Map(
    [...leaves].map(([stream, found]) => [stream, cut(found.length, at, stream, seeds)]),
  );
  const opens = ({ stream, place, card, salt }: OpenedCard): boolean => {
    const index = orders.get(stream)?.[place];
    if (index === undefined) return false;
    return leaves.get(stream)![index] === leaf(at, dealt, stream, index, salt, card);
  };
  const places = new Set(opened.map(({ stream, place }) => `${stream} ${place}`));
  return places.size === opened.length && opened.every(opens);
}
