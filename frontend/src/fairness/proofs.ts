/** Checks the proof of a hand that is over against its commitment, its cut and what was seen. */

import type { Commitment, Cut, Proof } from '../protocol/socket';
import { cardsOf, deckOf, type OpenedCard, proofBreaches } from './deals';
import type { BreachKind } from './dealState';
import { isFromTheTop, type SeenCards } from './seenCards';

/**
 * The kinds of breaches in a proof; `seen` are the cards of the hand that the views showed, `rules`
 * those of its deck by the rules: null where the room's word for them has to do.
 */
export function wrongProof(
  { table, hand, turn, prev, commitment, streams, pledges, deck = '' }: Commitment,
  { seeds, dealt }: Cut,
  proof: Proof,
  seen: SeenCards | undefined,
  rules: string[] | null,
): BreachKind[] {
  const lists = proof.control.cards.map(cardsOf);
  const opened = proof.opened.map(openedCard);
  const rabbit = proof.rabbit.map(openedCard);
  const found: BreachKind[] = proofBreaches(
    {
      at: { table, hand, turn },
      prev,
      commitment,
      dealt,
      leaves: new Map(streams.map((stream, n) => [stream, proof.leaves[n] ?? []])),
      control: {
        key: proof.control.key,
        streams: new Map(streams.map((stream, n) => [stream, lists[n] ?? []])),
      },
      pledges: new Map(Object.entries(pledges)),
      seeds: new Map(Object.entries(seeds)),
      opened: [...opened, ...rabbit],
    },
    rules ?? deckOf(deck, lists[0] ?? []),
  );
  const isInOrder = isFromTheTop(proof.at, opened) && (seen?.areAt(proof.at, opened) ?? true);
  if (!isInOrder) found.push('card');
  if (seen && !seen.areOpened(opened, rabbit)) found.push('cards');
  return found;
}

function openedCard([stream, place, card, salt]: [string, number, string, string]): OpenedCard {
  return { stream, place, card, salt };
}
