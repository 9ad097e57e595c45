/** Offers to the viewer between hands, besides playing. */

import type { ChairView, RoomView } from '../../protocol/socket';
import { isOut, mayRebuy, waitsToBegin } from './match';

export type Offer = 'come_back' | 'buy' | 'ready';

/** The offers to the player on a chair, in the order of their buttons. */
export function offersFor(room: RoomView, chair: ChairView): Offer[] {
  const { status, stack, pending_chips } = chair;
  if (room.phase === 'ended' || status === 'leaving' || isOut(room, chair)) return [];
  const chips = stack + pending_chips;
  const isAway = status === 'out';
  const isShort = chips < room.rules.least && (isAway || room.phase === 'waiting');
  const mayBuy = room.match ? mayRebuy(room, chair.chair) : chips === 0 || isShort;
  return [
    ...(isAway && chips > 0 ? (['come_back'] as const) : []),
    ...(mayBuy ? (['buy'] as const) : []),
    ...(!isAway && waitsForReady(room) ? (['ready'] as const) : []),
  ];
}

/** Can a guest invite others, by a link that leads somewhere? */
export function mayInvite({ phase, is_closed }: RoomView, guest: string | null): boolean {
  return guest !== null && phase !== 'ended' && !is_closed;
}

/** Does the table wait for more players, and not only for its players to be ready? */
export function lacksPlayers(room: RoomView): boolean {
  const { phase, rules, chairs } = room;
  const able = chairs.filter(({ status, bot, stack }) => status === 'in' && (bot || stack > 0));
  const isDealt = rules.automatic && !waitsToBegin(room);
  return phase === 'waiting' && (isDealt || able.length < 2);
}

/** Is the next hand dealt only when all are ready, and are they asked now? */
function waitsForReady(room: RoomView): boolean {
  const { rules, phase } = room;
  return waitsToBegin(room) || (!rules.automatic && ['waiting', 'pause'].includes(phase));
}
