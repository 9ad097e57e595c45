/** Deals of an honest room with all their secrets, for tests that tamper with them. */

import type { Commitment, Cut, Proof } from '../protocol/socket';
import {
  type Attempt,
  type ByGuest,
  commitment,
  cut,
  dealt,
  type DealProof,
  type Deck,
  DECKS,
  leaves,
  type OpenedCard,
  pledge,
  roots,
  salt,
} from '../fairness/deals';

export interface Deal {
  at: Attempt;
  prev: string;
  decks: Record<string, Deck>;
  seeds: ByGuest;
}

/** The pledges for some seeds. */
export function pledgesOf(seeds: ByGuest): Map<string, string> {
  return new Map([...seeds].map(([guest, seed]) => [guest, pledge(seed)]));
}

/** Two decks of these cards, in some order that is always the same. */
export function shuffledDecks(cards: readonly string[], streams = ['deck']): Record<string, Deck> {
  let state = 7;
  const below = (n: number) => (state = (state * 48271) % 2147483647) % n;
  const shuffled = (): string[] => {
    const order = [...cards];
    for (let m = order.length; m > 1; m--) {
      const j = below(m);
      [order[m - 1], order[j]] = [order[j]!, order[m - 1]!];
    }
    return order;
  };
  const deck = (digit: string): Deck => ({
    key: digit.repeat(64),
    streams: new Map(streams.map((stream) => [stream, shuffled()])),
  });
  return { a: deck('a'), b: deck('b') };
}

/** The commitment to both decks. */
function commitmentOf(
  { at, prev, decks, seeds }: Deal,
  pledges: ByGuest = pledgesOf(seeds),
): string {
  const streams = [...decks.a!.streams.keys()];
  const both = DECKS.map((name) => roots(at, name, decks[name]!));
  return commitment(prev, at, streams, both, pledges);
}

/** The cards at some places in the order of dealing. */
export function open({ at, decks, seeds }: Deal, places: [string, number][]): OpenedCard[] {
  const deck = decks[dealt(at, seeds)]!;
  const orders = new Map(
    [...deck.streams].map(([stream, { length }]) => [stream, cut(length, at, stream, seeds)]),
  );
  return places.map(([stream, place]) => {
    const cards = deck.streams.get(stream)!;
    const index = orders.get(stream)![place]!;
    return { stream, place, card: cards[index]!, salt: salt(deck.key, stream, index) };
  });
}

/** The proof for a guest who has seen the cards at some places. */
export function proofOf(deal: Deal, seen: [string, number][]): DealProof {
  const { at, prev, decks, seeds } = deal;
  const name = dealt(at, seeds);
  const deck = decks[name]!;
  return {
    at,
    prev,
    commitment: commitmentOf(deal),
    dealt: name,
    leaves: new Map([...deck.streams.keys()].map((s) => [s, leaves(at, name, deck, s)])),
    control: decks[DECKS.find((other) => other !== name)!]!,
    pledges: pledgesOf(seeds),
    seeds,
    opened: open(deal, seen),
  };
}

/** The messages of a room that deals honestly; `pledges` are those in hand. */
export const messages = {
  commitment(deal: Deal, pledges: ByGuest, changes: Partial<Commitment> = {}): Commitment {
    const { at, prev, decks } = deal;
    const missing = Array.from({ length: at.turn - 1 }, () => []);
    return {
      type: 'commitment',
      ...at,
      prev,
      commitment: commitmentOf(deal, pledges),
      streams: [...decks.a!.streams.keys()],
      roots: DECKS.map((name) => roots(at, name, decks[name]!)),
      pledges: Object.fromEntries(pledges),
      missing,
      awaited: pledges.size > 0,
      ...changes,
    };
  },

  cut({ at, seeds }: Deal): Cut {
    return { type: 'cut', ...at, dealt: dealt(at, seeds), seeds: Object.fromEntries(seeds) };
  },

  /** `places`: those of all cards that were dealt; all of them were seen unless it says otherwise. */
  proof(
    deal: Deal,
    seen: [string, number][],
    rabbit: [string, number][] = [],
    places = seen,
  ): Proof {
    const { at, decks, seeds } = deal;
    const name = dealt(at, seeds);
    const deck = decks[name]!;
    const control = decks[DECKS.find((other) => other !== name)!]!;
    return {
      type: 'proof',
      table: at.table,
      hand: at.hand,
      leaves: [...deck.streams.keys()].map((stream) => leaves(at, name, deck, stream)),
      control: {
        key: control.key,
        cards: [...control.streams.values()].map((cards) => cards.join('')),
      },
      opened: open(deal, seen).map(openedTuple),
      at: places,
      rabbit: open(deal, rabbit).map(openedTuple),
    };
  },
};

function openedTuple({ stream, place, card, salt }: OpenedCard): [string, number, string, string] {
  return [stream, place, card, salt];
}

/** A history of a deal, in which the first player's cards and a card of the board are seen. */
export function historyOf(
  deal: Deal,
  more: { rabbit?: [string, number][]; missing?: string[][] } = {},
) {
  const places: [string, number][] = [0, 1, 2, 3, 5].map((place) => ['deck', place]);
  const seen = [places[0]!, places[1]!, places[4]!];
  const proof = proofOf(deal, seen);
  const [one, other, board] = proof.opened.map(({ card }) => card);
  return {
    variant: 'NT',
    starting_stacks: [100, 100],
    actions: [`d dh p1 ${one}${other}`, 'd dh p2 ????', 'p1 cc # well', `d db ${board}`],
    _fairness: {
      version: 1,
      ...deal.at,
      prev: proof.prev,
      commitment: proof.commitment,
      streams: [...proof.leaves.keys()],
      dealt: proof.dealt,
      leaves: [...proof.leaves.values()].map((list) => [...list]),
      control: {
        key: proof.control.key,
        cards: [...proof.control.streams.values()].map((cards) => cards.join('')),
      },
      pledges: [...proof.pledges].sort(),
      seeds: [...proof.seeds].sort(),
      at: places,
      opened: proof.opened.map(openedTuple),
      ...(more.missing && { missing: more.missing }),
      ...(more.rabbit && { rabbit: open(deal, more.rabbit).map(openedTuple) }),
    },
  };
}
