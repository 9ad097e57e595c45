/** State of the hand on the table that is kept from view to view. */

import type { TableSession } from '../../lib/session.svelte';
import type { View } from '../../protocol/socket';
import { type LastActions, updateLastActions } from './lastActions';

export class HandTracker {
  /** The last action of every player in this hand, by seat. */
  lastActions: LastActions = $state.raw({});
  /** The last game that had an order of play; its line stays between hands. */
  orderedGame = $state('');

  /** Follow the views of a table; the returned function stops it. */
  follow(session: TableSession): () => void {
    const stop = session.listen((view, before) => this.#update(view, before));
    if (session.view) this.#update(session.view, null);
    return stop;
  }

  #update(view: View, before: View | null): void {
    const hand = view.hand;
    if (!hand) return;
    if (hand.seats.some(({ place }) => place !== null)) this.orderedGame = hand.game;
    if (!hasProgressed(view, before)) return;
    const isSameHand = before?.hand?.hand === hand.hand;
    this.lastActions = updateLastActions(isSameHand ? this.lastActions : {}, hand.events);
  }
}

/** Has the hand of a view gone on since the view before: another hand, decision, result or stage? */
export function hasProgressed({ hand }: View, before: View | null): boolean {
  if (!hand) return false;
  return (
    before?.hand?.hand !== hand.hand ||
    before.hand.decision !== hand.decision ||
    before.hand.events !== hand.events ||
    before.hand.result.length !== hand.result.length
  );
}
