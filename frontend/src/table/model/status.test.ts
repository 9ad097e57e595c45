import { expect, test } from 'vitest';
import { recordedView } from '../../dev/recorded';
import { say } from '../../lib/words';
import type { RoomSeen, View } from '../../protocol/socket';
import { note, waiting } from './status';

const changed = (view: View, room: Partial<RoomSeen>): View => ({
  ...view,
  room: { ...view.room, ...room },
});
const theirs = recordedView('ricochet-other-turn');
const mine = recordedView('ricochet-your-turn');
const over = recordedView('ricochet-showdown');
const won = say('at.pause.net', { net: '+44' });

test('one waits for whoever decides, and not for oneself', () => {
  expect(waiting(theirs)).toBe(say('at.wait.decides', { name: theirs.hand!.seats[5]!.name }));
  expect(waiting(mine)).toBe('');
});

test('what the room waits for is said before what the hand does', () => {
  expect(waiting(changed(theirs, { phase: 'paused' }))).toBe(say('at.wait.paused'));
  expect(waiting(changed(theirs, { phase: 'ended' }))).toBe(say('at.wait.ended'));
  expect(waiting(changed(theirs, { phase: 'waiting' }))).toBe(say('at.wait.players'));
});

test('one waits for whoever names the next game, unless it is oneself', () => {
  const clock = { chair: 1, kind: 'choose', began: 0, bank_from: 0, until: 0 };
  const choosing = changed(over, { phase: 'choosing', clock });
  const { name } = over.room.chairs.find(({ chair }) => chair === 1)!;
  expect(waiting(choosing)).toBe(say('at.wait.choosing', { name }));
  expect(waiting({ ...choosing, chair: 1 })).toBe('');
});

test('in the pause one reads what one has won; later, what one waits for', () => {
  expect(note(over)).toBe(won);
  expect(note(changed(over, { phase: 'paused' }))).toBe(say('at.wait.paused'));
  const rules = { ...over.room.rules, automatic: false };
  expect(note(changed(over, { phase: 'waiting', rules }))).toBe(won);
});

test('in one’s turn one reads how one stands, and who looks on has won nothing', () => {
  expect(note(mine)).toMatch(new RegExp(say('at.lowest', { name: '.*', hand: '.*' })));
  expect(note({ ...over, hand: { ...over.hand!, seat: null } })).toBe('');
  expect(note({ ...theirs, hand: null })).toBe(waiting({ ...theirs, hand: null }));
});
