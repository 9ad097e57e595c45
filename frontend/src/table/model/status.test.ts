import { expect, test } from 'vitest';
import { recordedView } from '../../dev/recorded';
import { say } from '../../lib/words';
import type { RoomView, View } from '../../protocol/socket';
import { statusText, waitingText } from './status';

const changed = (view: View, room: Partial<RoomView>): View => ({
  ...view,
  room: { ...view.room, ...room },
});
const theirs = recordedView('ricochet-other-turn');
const mine = recordedView('ricochet-your-turn');
const over = recordedView('ricochet-showdown');
const won = say('at.pause.net', { net: '+44' });

test('the status names whoever decides, but not the viewer', () => {
  expect(waitingText(theirs)).toBe(say('at.wait.decides', { name: theirs.hand!.seats[5]!.name }));
  expect(waitingText(mine)).toBe('');
});

test('who decides together with others is told so, and then what they have chosen', () => {
  const hand = { ...mine.hand!, asked: [0, 1, 2] };
  expect(waitingText({ ...mine, hand })).toBe(say('at.wait.together'));
  expect(waitingText({ ...theirs, hand })).toBe(say('at.wait.together'));
  const decided = { key: 'choice.in', values: {}, text: 'in' };
  const told = say('at.wait.decided', { choice: 'in' });
  expect(waitingText({ ...mine, hand: { ...hand, decided } })).toBe(told);
});

test('what the table waits for is said before what the hand does', () => {
  expect(waitingText(changed(theirs, { phase: 'paused' }))).toBe(say('at.wait.paused'));
  expect(waitingText(changed(theirs, { phase: 'ended' }))).toBe(say('at.wait.ended'));
  expect(waitingText(changed(theirs, { phase: 'waiting' }))).toBe(say('at.wait.players'));
});

test('the status names whoever chooses the next game, but not the viewer', () => {
  const clock = { chair: 1, kind: 'choose', began: 0, time_bank_from: 0, until: 0 };
  const choosing = changed(over, { phase: 'choosing', clock });
  const { name } = over.room.chairs.find(({ chair }) => chair === 1)!;
  expect(waitingText(choosing)).toBe(say('at.wait.choosing', { name }));
  expect(waitingText({ ...choosing, chair: 1 })).toBe('');
});

test('a hand that waits for its game is said to, and no time is named for it', () => {
  const preparing = { preparing: true, next_hand: null };
  expect(statusText(changed(over, { phase: 'pause', ...preparing }))).toBe(
    say('at.wait.preparing'),
  );
  expect(waitingText(changed(theirs, { phase: 'playing', ...preparing }))).not.toBe(
    say('at.wait.preparing'),
  );
});

test('the pause shows what the viewer has won; later, what is waited for', () => {
  expect(statusText(over)).toBe(won);
  expect(statusText(changed(over, { phase: 'paused' }))).toBe(say('at.wait.paused'));
  const match = { ...({} as NonNullable<RoomView['match']>), rebuys: [over.chair!] };
  expect(statusText(changed(over, { match }))).toBe(say('at.wait.rebuy'));
  const names = over.room.chairs.find(({ chair }) => chair === over.chair)!.name;
  const other = { ...changed(over, { match, phase: 'waiting' }), chair: null };
  expect(statusText(other)).toBe(say('at.wait.rebuys', { names }));
  const rules = { ...over.room.rules, automatic: false };
  expect(statusText(changed(over, { phase: 'waiting', rules }))).toBe(won);
});

test('in turn the status says whom to beat, and an onlooker has won nothing', () => {
  expect(statusText(mine)).toMatch(new RegExp(say('at.lowest', { name: '.*', hand: '.*' })));
  expect(statusText({ ...over, hand: { ...over.hand!, seat: null } })).toBe('');
  expect(statusText({ ...theirs, hand: null })).toBe(waitingText({ ...theirs, hand: null }));
});
