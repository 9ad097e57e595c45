/** The present game, for the head of the table. */

import { say } from '../../lib/words';
import type { View } from '../../protocol/socket';

/**
 * The title of the game in play, also while its result is seen; between hands of the one that
 * comes. Where the dealer chooses it is open until they have.
 */
export function presentGame({ room, hand }: View): string {
  const { games } = room;
  const { dealers_choice } = room.rules;
  if (hand && (room.phase === 'playing' || room.phase === 'paused')) return hand.title;
  if (dealers_choice && games.length > 1)
    return hand && room.phase !== 'choosing' ? hand.title : say('at.host.choice');
  const isStill = games.some(({ name }) => name === room.game?.name);
  const coming = isStill ? room.game : games[0];
  return coming?.title ?? hand?.title ?? '';
}
