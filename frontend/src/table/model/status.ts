/** The status line of the dock, while the viewer has nothing to decide. */

import { join, say } from '../../lib/words';
import type { ChairView, RoomView, TableView, View } from '../../protocol/socket';
import { toBeatText } from './announcements';
import { mayRebuy } from './match';
import { lacksPlayers } from './offers';
import { isChoosingGame } from './players';
import { isHandOver, signedChips } from './result';

/** "Bo decides.", "Everybody decides at the same time."; empty where nothing is waited for. */
export function waitingText(view: View): string {
  const { room, hand } = view;
  if (room.phase === 'paused') return say('at.wait.paused');
  if (lacksPlayers(room)) return rebuysText(room) || say('at.wait.players');
  if (room.preparing && room.phase !== 'playing') return say('at.wait.preparing');
  if (room.phase === 'waiting') return isHandOver(view) ? '' : say('at.wait.ready');
  if (room.phase === 'ended') return say('at.wait.ended');
  if (room.phase === 'choosing' && !isChoosingGame(view))
    return say('at.wait.choosing', { name: chooserName(room) });
  if (hand?.decided) return say('at.wait.decided', { choice: hand.decided.text });
  if (hand?.asked?.length) return say('at.wait.together');
  if (hand && hand.to_act !== null && hand.to_act !== hand.seat)
    return say('at.wait.decides', { name: hand.seats[hand.to_act]!.name });
  return '';
}

/** The awaited player, or the winner; after the pause the former matters more. */
export function statusText(view: View): string {
  const { room, hand, chair } = view;
  if (chair !== null && mayRebuy(room, chair)) return say('at.wait.rebuy');
  if (!hand || room.phase === 'paused') return waitingText(view);
  if (!isHandOver(view)) return toBeatText(hand) || waitingText(view);
  if (room.phase === 'pause' && !room.preparing) return holdText(room) || netText(hand);
  return waitingText(view) || netText(hand);
}

/** "This hand: +44 for you."; empty for an onlooker. */
function netText({ result, seat }: TableView): string {
  const own = result.find((one) => one.seat === seat);
  return own ? say('at.pause.net', { net: signedChips(own.net) }) : '';
}

/** "Waiting for Bo, who may buy in again."; empty where nobody may. */
function rebuysText({ chairs, match }: RoomView): string {
  const names = namesOn(chairs, match?.rebuys);
  return names && say('at.wait.rebuys', { names });
}

/** "Still looking: Bo."; empty where nobody holds the next hand back. */
function holdText({ holds, chairs }: RoomView): string {
  const names = namesOn(
    chairs,
    holds?.map(({ chair }) => chair),
  );
  return names && say('at.pause.held', { names });
}

/** The players on some chairs. */
function namesOn(chairs: ChairView[], wanted: (number | null)[] = []): string {
  return join(chairs.filter(({ chair }) => wanted.includes(chair)).map(({ name }) => name));
}

function chooserName({ chairs, clock }: RoomView): string {
  return chairs.find(({ chair }) => chair === clock?.chair)?.name ?? '';
}
