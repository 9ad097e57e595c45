/** Offers to the viewer between hands, besides playing. */

import type { ChairView, RoomView } from '../../protocol/socket';

export type Offer = 'come_back' | 'buy' | 'ready';

/** The offers to the player on a chair, in the order of their buttons. */
export function offersFor(room: RoomView, chair: ChairView): Offer[] {
  const { status, stack, pending_chips } = chair;
  if (room.phase === 'ended' || status === 'leaving') return [];
  const chips = stack + pending_chips;
  const isOut = status === 'out';
  const isShort = chips < room.rules.least && (isOut || room.phase === 'waiting');
  return [
    ...(isOut && chips > 0 ? (['come_back'] as const) : []),
    ...(chips === 0 || isShort ? (['buy'] as const) : []),
    ...(!isOut && waitsForReady(room) ? (['ready'] as const) : []),
  ];
}

/** Does the table wait for more players, and not only for its players to be ready? */
export function lacksPlayers({ phase, rules, chairs }: RoomView): boolean {
  const able = chairs.filter(({ status, bot, stack }) => status === 'in' && (bot || stack > 0));
  return phase === 'waiting' && (rules.automatic || able.length < 2);
}

/** Is the next hand dealt only when all are ready, and are they asked now? */
function waitsForReady({ rules, phase }: RoomView): boolean {
  return !rules.automatic && ['waiting', 'pause'].includes(phase);
}
