/**
 * Checks the deals of hand histories by their `_fairness`, as `sidepot verify` does. The rules are
 * not played again here: that the cards come from where the rules deal them is not checked.
 *
 * What is found is a key of the words for verifying, and the values in it.
 */

import { parse } from 'smol-toml';
import {
  cardsOf,
  type DealProof,
  deckOf,
  DECKS,
  NO_COMMITMENT,
  type OpenedCard,
  proofBreaches,
} from './deals';
import { compareTexts, type Hex } from './hashing';
import { deckByRules } from './rules';
import { isOneHand, type Story, storyOf } from './stories';

/** Something to say: a key, and its values. */
export interface Finding {
  key: string;
  values: Record<string, string | number | string[]>;
}

/** The standing of a hand: `uncut` is committed to but cut by nobody, `bare` has no proof. */
type HandStatus = 'proven' | 'uncut' | 'bare' | 'wrong';

export interface CheckedHand {
  /** Its number, or its name in the file. */
  name: string;
  status: HandStatus;
  breaches: Finding[];
  /** Seeds that cut the deck, and cards of it that can be seen. */
  seeds: number;
  cards: number;
  /** Earlier turns, and who was missing in them. */
  turns: Finding[];
  /** Is it the first history of its deal? One that is proven to two players counts once. */
  isFirst: boolean;
  /** Does the page know which cards the game has, and not by the file's word? */
  isDeckKnown: boolean;
}

/** The hands of a table, all files together. */
export interface TableChain {
  table: string;
  first: number;
  last: number;
  /** Hands after which the next one is missing. */
  gaps: number[];
  /** Hands whose link to the one before is an earlier turn, which no history holds. */
  unlinked: number[];
}

/** `_fairness` of a history, read. */
interface HandProof extends DealProof {
  /** The place of every card of the `d` lines, in their order. */
  places: [string, number][];
  missing: string[][];
  rabbit: OpenedCard[];
  /** The cards of the game, where they are not whole decks, as the room names them. */
  deck: string;
  /** The cards of the game by its rules, where it is known. */
  rules: string[] | null;
  story: Story;
}

interface History {
  name: string;
  fields: Record<string, unknown>;
}

const FIELD = '_fairness';
const HIDDEN = '??';
const DECK = 'deck';
const STREAMS = [DECK, 'second'];
const CARD = /^(?:[2-9TJQKA][cdhs]|Xx)$/;

/** The histories in the text of a `.phh` or a `.phhs`. Throws for a text that is neither. */
export function readHistories(text: string): History[] {
  const file = parse(text);
  if ('actions' in file) return [{ name: `${file.hand ?? 1}`, fields: file }];
  const found = Object.entries(file).filter(([, fields]) => isHistory(fields));
  if (!found.length) throw new Error('no history');
  return found.map(([name, fields]) => ({ name, fields: fields as Record<string, unknown> }));
}

function isHistory(fields: unknown): boolean {
  return typeof fields === 'object' && fields !== null && 'actions' in fields;
}

/** Checks hands one after the other, and against one another. */
export class HistoryChecker {
  readonly #tables = new Map<string, Map<number, HandProof>>();
  /** The deals that count. */
  readonly #deals = new Set<string>();
  /** The first use of each seed. */
  readonly #seeds = new Map<Hex, { table: string; hand: number; turn: number; guest: string }>();

  /** Never throws: a proof that cannot be computed is a wrong one. */
  check({ name, fields }: History): CheckedHand {
    try {
      return this.#check({ name, fields });
    } catch {
      return { ...NOTHING, name, status: 'wrong', breaches: [{ key: 'form', values: {} }] };
    }
  }

  #check({ name, fields }: History): CheckedHand {
    if (!(FIELD in fields)) return { ...NOTHING, name, status: 'bare' };
    const proof = readProof(table(fields[FIELD]), fields);
    const breaches = [...ownBreaches(proof, linesOf(fields)), ...this.#chain(proof)];
    const status = breaches.length ? 'wrong' : proof.seeds.size ? 'proven' : 'uncut';
    return {
      name: `${proof.at.hand}`,
      isFirst: status === 'wrong' || this.#isNew(proof),
      isDeckKnown: proof.rules !== null,
      status,
      breaches,
      seeds: proof.seeds.size,
      cards: proof.opened.length,
      turns: proof.missing.map(turnFinding),
    };
  }

  #isNew({ at }: HandProof): boolean {
    const { size } = this.#deals;
    return this.#deals.add(JSON.stringify(at)).size > size;
  }

  /** The hands of each table so far. */
  tables(): TableChain[] {
    return [...this.#tables].map(([table, hands]) => {
      const numbers = [...hands.keys()].sort((one, other) => one - other);
      const isAfter = (n: number) => hands.has(n - 1);
      return {
        table,
        first: numbers[0]!,
        last: numbers.at(-1)!,
        gaps: numbers.slice(0, -1).filter((n) => !hands.has(n + 1)),
        unlinked: numbers.filter((n) => hands.get(n)!.at.turn > 1 && isAfter(n)),
      };
    });
  }

  /** Faults between a hand and those before it. */
  #chain(proof: HandProof): Finding[] {
    const { table, hand } = proof.at;
    const hands = this.#tables.get(table) ?? new Map<number, HandProof>();
    this.#tables.set(table, hands);
    const before = hands.get(hand);
    if (!before) hands.set(hand, proof);
    const told = before ? toldTwice(before, proof) : linked(hands, hand);
    return [...told, ...this.#replayed(proof)];
  }

  /** Seeds that have been used before, or by two guests. */
  #replayed({ at, seeds }: HandProof): Finding[] {
    const found: Finding[] = [];
    for (const [guest, seed] of seeds) {
      const first = this.#seeds.get(seed) ?? { ...at, guest };
      this.#seeds.set(seed, first);
      const isSame = first.table === at.table && first.hand === at.hand && first.guest === guest;
      if (!isSame) found.push({ key: 'seed', values: { hand: first.hand } });
    }
    return found;
  }
}

const NOTHING = {
  breaches: [],
  seeds: 0,
  cards: 0,
  turns: [],
  isFirst: true,
  isDeckKnown: true,
};

function turnFinding(names: string[], n: number): Finding {
  const turn = n + 1;
  return names.length
    ? { key: 'was_missing', values: { turn, names } }
    : { key: 'was_again', values: { turn } };
}

/** Does a hand hang on the one before it, and the one after it on this one? */
function linked(hands: ReadonlyMap<number, HandProof>, hand: number): Finding[] {
  const found: Finding[] = [];
  const { at, prev } = hands.get(hand)!;
  if (hand === 1 && at.turn === 1 && prev !== NO_COMMITMENT)
    found.push({ key: 'first', values: {} });
  for (const n of [hand, hand + 1]) {
    const [before, after] = [hands.get(n - 1), hands.get(n)];
    if (before && after?.at.turn === 1 && after.prev !== before.commitment)
      found.push({ key: 'chain', values: { hand: n, before: n - 1 } });
  }
  return found;
}

/** Do two histories of a hand say the same? */
function toldTwice(before: HandProof, proof: HandProof): Finding[] {
  const found: string[] = [];
  if (before.commitment !== proof.commitment) found.push('twice');
  else if (JSON.stringify(before.missing) !== JSON.stringify(proof.missing)) found.push('missing');
  if (!isOneHand(before.story, proof.story)) found.push('story');
  return found.map((key) => ({ key, values: {} }));
}

/** Faults within a hand. */
function ownBreaches(proof: HandProof, lines: Line[]): Finding[] {
  const { control, at, missing, deck, rules } = proof;
  const cards = rules ?? deckOf(deck, [...control.streams.values()][0] ?? []);
  const whole = { ...proof, opened: [...proof.opened, ...proof.rabbit] };
  const found: Finding[] = proofBreaches(whole, cards).map((key) => ({ key, values: {} }));
  if (missing.length !== at.turn - 1)
    found.push({ key: 'turn', values: { turn: at.turn, told: missing.length } });
  if (hasDealtRabbit(proof)) found.push({ key: 'rabbit', values: {} });
  return [...found, ...openingBreaches(proof, lines)];
}

/** Is a card that was asked for after the hand one that had been dealt or burned? */
function hasDealtRabbit({ rabbit, places }: HandProof): boolean {
  const deepest = Math.max(-1, ...places.filter(([s]) => s === DECK).map(([, place]) => place));
  const wasDealt = ({ stream, place }: OpenedCard) =>
    places.some(([s, p]) => s === stream && p === place);
  return rabbit.some((card) => wasDealt(card) || (card.stream === DECK && card.place <= deepest));
}

/** Are exactly the cards opened that the lines show, each at its place? */
function openingBreaches({ places, opened }: HandProof, lines: Line[]): Finding[] {
  const dealt = lines.flatMap((line) =>
    line.deals ? line.cards.map((card) => ({ ...line, card })) : [],
  );
  const wanted = new Set<string>();
  dealt.forEach(({ card }, n) => card !== HIDDEN && wanted.add(`${places[n]} ${card}`));
  const found = new Set(opened.map(({ stream, place, card }) => `${[stream, place]} ${card}`));
  const areSame = wanted.size === found.size && [...wanted].every((card) => found.has(card));
  const areApart = new Set(places.map(String)).size === places.length;
  const isOpened = places.length === dealt.length && areApart && areSame;
  const shown = lines
    .filter(({ deals }) => !deals)
    .flatMap(({ player, cards }) => {
      const left = dealt.filter((one) => one.player === player).map(({ card }) => card);
      const isOwn = (card: string) => {
        const at = left.indexOf(card);
        if (at >= 0) left.splice(at, 1);
        return at >= 0;
      };
      return cards
        .filter((card) => card !== HIDDEN && !isOwn(card))
        .map((card): Finding => ({ key: 'shown', values: { player, card } }));
    });
  return [...(isOpened ? [] : [{ key: 'opened', values: {} }]), ...shown];
}

/** A line of a history that names cards. */
interface Line {
  deals: boolean;
  /** "p1", or empty for the board. */
  player: string;
  cards: string[];
}

const DEALT = /^d\s+(?:dh\s+(p\d+)|db)\s+((?:[2-9TJQKA][cdhs]|Xx|\?\?)+)$/;
const NAMED = /^(p\d+)\s+\w+\s+((?:[2-9TJQKA][cdhs]|Xx|\?\?)+)$/;

function linesOf({ actions }: Record<string, unknown>): Line[] {
  return list(actions).flatMap((action) => {
    const body = text(action).split('#')[0]!.trim();
    const dealt = DEALT.exec(body);
    const named = dealt ?? NAMED.exec(body);
    if (!named) return [];
    return [{ deals: dealt !== null, player: named[1] ?? '', cards: named[2]!.match(/../g)! }];
  });
}

/** Read `_fairness` of a history. Throws for a field that is missing or wrong. */
function readProof(from: Record<string, unknown>, fields: Record<string, unknown>): HandProof {
  if (from.version !== 1) throw new Error('version');
  const streams = list(from.streams).map(text);
  if (!streams.length || `${streams}` !== `${STREAMS.slice(0, streams.length)}`)
    throw new Error('streams');
  const control = table(from.control);
  const byStream = <T>(values: T[]): Map<string, T> => {
    if (values.length !== streams.length) throw new Error('streams');
    return new Map(values.map((value, n) => [streams[n]!, value]));
  };
  const dealt = text(from.dealt);
  if (!DECKS.some((name) => name === dealt)) throw new Error('dealt');
  return {
    at: { table: text(from.table), hand: counted(from.hand), turn: counted(from.turn) },
    prev: hex(from.prev),
    commitment: hex(from.commitment),
    dealt,
    leaves: byStream(list(from.leaves).map((leaves) => list(leaves).map((leaf) => hex(leaf)))),
    control: {
      key: hex(control.key),
      streams: byStream(list(control.cards).map((cards) => cardsOf(text(cards)).map(card))),
    },
    pledges: byGuest(from.pledges),
    seeds: byGuest(from.seeds),
    opened: list(from.opened).map(openedCard),
    places: list(from.at).map((place) => {
      const [stream, at] = list(place);
      return [text(stream), whole(at)];
    }),
    missing: list(from.missing ?? []).map((names) => list(names).map(text)),
    rabbit: list(from.rabbit ?? []).map(openedCard),
    deck: text(from.deck ?? ''),
    rules: deckByRules(text(fields.variant), list(fields.starting_stacks).length),
    story: storyOf(fields),
  };
}

function openedCard(value: unknown): OpenedCard {
  const [stream, place, name, salt] = list(value);
  return { stream: text(stream), place: whole(place), card: card(name), salt: hex(salt, 16) };
}

/** Values by guest; each guest once, in the order of their ids. */
function byGuest(value: unknown): Map<string, Hex> {
  const pairs = list(value).map((pair) => {
    const [guest, hash] = list(pair);
    return [text(guest), hex(hash)] as const;
  });
  const isSorted = ([guest]: readonly [string, Hex], n: number) =>
    n === 0 || compareTexts(pairs[n - 1]![0], guest) < 0;
  if (!pairs.every(isSorted)) throw new Error('guest');
  return new Map(pairs);
}

function table(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('table');
  return value as Record<string, unknown>;
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error('list');
  return value;
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new Error('text');
  return value;
}

function card(value: unknown): string {
  if (!CARD.test(text(value))) throw new Error('card');
  return value as string;
}

function whole(value: unknown): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw new Error('number');
  return value as number;
}

function counted(value: unknown): number {
  if (whole(value) < 1) throw new Error('number');
  return value as number;
}

function hex(value: unknown, size = 32): Hex {
  if (!new RegExp(`^[0-9a-f]{${2 * size}}$`).test(text(value))) throw new Error('hex');
  return value as Hex;
}
