/** What the dock says where one has nothing to decide: what one waits for, what one has won. */

import { say } from '../../lib/words';
import type { RoomSeen, TableSeen, View } from '../../protocol/socket';
import { isOver, signed } from './result';
import { isToChoose } from './players';
import { standing } from './announcements';
import { lacksPlayers } from './offers';

/** "Bo decides", or "" where one waits for nothing. */
export function waiting(view: View): string {
  const { room, hand } = view;
  if (lacksPlayers(room)) return say('at.wait.players');
  if (room.phase === 'waiting') return isOver(view) ? '' : say('at.wait.ready');
  if (room.phase === 'paused') return say('at.wait.paused');
  if (room.phase === 'ended') return say('at.wait.ended');
  if (room.phase === 'choosing' && !isToChoose(view))
    return say('at.wait.choosing', { name: chooser(room) });
  if (hand && hand.to_act !== null && hand.to_act !== hand.seat)
    return say('at.wait.decides', { name: hand.seats[hand.to_act]!.name });
  return '';
}

/** After the pause what one waits for matters more than what one has won. */
export function note(view: View): string {
  const { room, hand } = view;
  if (!hand) return waiting(view);
  if (!isOver(view)) return standing(hand) || waiting(view);
  return room.phase === 'pause' ? earned(hand) : waiting(view) || earned(hand);
}

function earned({ result, seat }: TableSeen): string {
  const mine = result.find((one) => one.seat === seat);
  return mine ? say('at.pause.net', { net: signed(mine.net) }) : '';
}

function chooser({ chairs, clock }: RoomSeen): string {
  return chairs.find(({ chair }) => chair === clock?.chair)?.name ?? '';
}
