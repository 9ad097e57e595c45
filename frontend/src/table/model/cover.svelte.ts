/** The viewer's own cards, covered from neighbours: nothing on the page names one meanwhile. */

import type { View } from '../../protocol/socket';
import { HIDDEN } from './cards';
import { isHandOver } from './result';

const NONE: ReadonlySet<string> = new Set();

class Cover {
  /** The cards that are covered now. */
  cards: ReadonlySet<string> = $state.raw(NONE);

  /** Cover these cards until the returned function is called. */
  put(cards: readonly string[]): () => void {
    this.cards = new Set(cards);
    return () => (this.cards = NONE);
  }

  /** The card as it may be drawn. */
  over(card: string): string {
    return this.cards.has(card) ? HIDDEN : card;
  }
}

export const cover = new Cover();

/** The viewer's cards that nobody else has seen. */
export function secretCards({ hand, room, chair }: View): string[] {
  const seat = hand && hand.seat !== null ? hand.seats[hand.seat]! : null;
  if (!seat) return [];
  const isShown = isHandOver({ hand, room } as View) && seat.status === 'live';
  if (isShown && room.may_show !== chair) return [];
  return seat.cards.flatMap(({ card, zone }) => (zone === 'hand' && card !== HIDDEN ? [card] : []));
}
