/** Checks the proof of a hand that is over against its commitment, its cut and what was seen. */

import type { Commitment, Cut, Proof } from '../protocol/socket';
import { cardsOf, deckOf, type OpenedCard, proofBreaches } from './deals';
import type { BreachKind } from './dealState';
import { byPlace, isFromTheTop, minus, type SeenCards } from './seenCards';

/** Kinds of `proofBreaches` that have another name where the rest was checked before. */
const OF_A_PROOF: Partial<Record<BreachKind, BreachKind>> = { commitment: 'deck', pledge: 'seed' };

/**
 * The kinds of breaches in a proof; `rules` are the cards of its deck by the rules of the game: null
 * where the room's word for them has to do.
 */
export function wrongProof(
  { table, hand, turn, prev, commitment, streams, pledges, deck = '' }: Commitment,
  { seeds, dealt }: Cut,
  proof: Proof,
  rules: string[] | null,
): BreachKind[] {
  const lists = proof.control.cards.map(cardsOf);
  if (lists.length !== streams.length || proof.leaves.length !== streams.length) return ['deck'];
  const found = proofBreaches(
    {
      at: { table, hand, turn },
      prev,
      commitment,
      dealt,
      leaves: new Map(streams.map((stream, n) => [stream, proof.leaves[n]!])),
      control: {
        key: proof.control.key,
        streams: new Map(streams.map((stream, n) => [stream, lists[n]!])),
      },
      pledges: new Map(Object.entries(pledges)),
      seeds: new Map(Object.entries(seeds)),
      opened: [...proof.opened, ...proof.rabbit].map(openedCard),
    },
    rules ?? deckOf(deck, lists[0] ?? []),
  );
  return found.map((kind) => OF_A_PROOF[kind] ?? kind);
}

/** Differences between the views of a finished hand and its proof. */
export function unlikeViews(proof: Proof, seen: SeenCards): BreachKind[] {
  const opened = proof.opened.map(openedCard);
  const rabbit = proof.rabbit.map(([, , card]) => card);
  const isOther =
    seen.rabbit.length > 0 &&
    (minus(rabbit, seen.rabbit).length > 0 || minus(seen.rabbit, rabbit).length > 0);
  const cards = [...byPlace(opened).values(), ...rabbit];
  const isUnproven = seen.missing(cards).length > 0;
  const isPlaced =
    isFromTheTop(proof.at, opened) &&
    seen.isInOrder(proof.at, opened) &&
    (isUnproven || seen.lieWhereDealt(proof.at, opened));
  return [
    ...(isOther || !isPlaced ? ['card' as const] : []),
    ...(isUnproven ? ['cards' as const] : []),
  ];
}

function openedCard([stream, place, card, salt]: [string, number, string, string]): OpenedCard {
  return { stream, place, card, salt };
}
