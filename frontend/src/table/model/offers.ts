/** What one may want of the room between hands, besides to play. */

import type { ChairSeen, RoomSeen } from '../../protocol/socket';

export type Wish = 'come_back' | 'buy' | 'ready';

/** In the order of the buttons. */
export function wishes(room: RoomSeen, chair: ChairSeen): Wish[] {
  const { status, stack, coming } = chair;
  if (room.phase === 'ended' || status === 'leaving') return [];
  const chips = stack + coming;
  const isOut = status === 'out';
  const isShort = chips < room.rules.least && (isOut || room.phase === 'waiting');
  return [
    ...(isOut && chips > 0 ? (['come_back'] as const) : []),
    ...(chips === 0 || isShort ? (['buy'] as const) : []),
    ...(!isOut && isReadiness(room) ? (['ready'] as const) : []),
  ];
}

/** Does the room wait for players, and not only for those who sit there to be ready? */
export function lacksPlayers({ phase, rules, chairs }: RoomSeen): boolean {
  const able = chairs.filter(({ status, bot, stack }) => status === 'in' && (bot || stack > 0));
  return phase === 'waiting' && (rules.automatic || able.length < 2);
}

/** A hand that does not come by itself comes when all are ready; until then the room waits. */
function isReadiness({ rules, phase }: RoomSeen): boolean {
  return !rules.automatic && ['waiting', 'pause'].includes(phase);
}
