/** The course of a match in words, and what it allows its players. */

import { say } from '../../lib/words';
import type { ChairView, RoomView } from '../../protocol/socket';

const MINUTE = 60_000;

/** Is it a match that has not begun, so that all say that they are ready? */
export function waitsToBegin({ match, phase }: RoomView): boolean {
  return match?.began === null && phase === 'waiting';
}

/** May the player on a chair buy in again? */
export function mayRebuy({ match }: RoomView, chair: number): boolean {
  return match?.rebuys.includes(chair) ?? false;
}

/** Is the player out of the match? Bots are told apart by their names. */
export function isOut({ match }: RoomView, player: Pick<ChairView, 'guest' | 'name'>): boolean {
  const { guest, name } = player;
  return !!match?.places.some(
    (place) => place.hand !== null && place.guest === guest && (guest || place.name === name),
  );
}

/** "Hand 7 of 20 · 12 min left · ×2, ×3 in 3 hands"; empty at a table that is no match. */
export function matchText({ match, rules, phase }: RoomView, now: number): string {
  const limits = rules.match;
  if (!match || !limits) return '';
  if (match.began === null) return say('at.match.waits');
  const isPlaying = phase === 'playing';
  const hand = match.hands + Number(isPlaying);
  const parts = limits.hands ? [say('at.match.hands', { n: hand, of: limits.hands })] : [];
  if (phase !== 'ended' && match.until !== null) parts.push(timeText(match.until - now));
  if (limits.level_hands || limits.level_minutes) parts.push(...levelText(match, now));
  return parts.join(' · ');
}

function timeText(left: number): string {
  return left > 0
    ? say('at.match.minutes', { n: Math.ceil(left / MINUTE) })
    : say('at.match.last_hand');
}

/** "×2, ×3 in 4 hands": the multiple of the first prices once they have grown, and the next one. */
function levelText(match: NonNullable<RoomView['match']>, now: number): string[] {
  const times = match.times > 1 ? [say('at.match.times', { n: match.times })] : [];
  const text = [...times, ...nextLevelText(match, now)].join(', ');
  return text ? [text] : [];
}

function nextLevelText(match: NonNullable<RoomView['match']>, now: number): string[] {
  const { next_times: next, next_hands: hands, next_at: at } = match;
  if (next === null) return [];
  if (hands !== null) return [say('at.match.next_hands', { n: next, hands })];
  const minutes = Math.max(0, Math.ceil((at! - now) / MINUTE));
  return [say('at.match.next_minutes', { n: next, minutes })];
}
