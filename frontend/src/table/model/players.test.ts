import { expect, test } from 'vitest';
import { recordedView } from '../../dev/recorded';
import { otherPlayers, ownPlayer } from './players';

const names = (view: Parameters<typeof otherPlayers>[0]) =>
  otherPlayers(view).map(({ chair }) => chair.name);

test('the others sit clockwise from the viewer’s left', () => {
  const view = recordedView('roulette-your-turn');
  expect(ownPlayer(view)!.chair.name).toBe('Jo');
  expect(names(view)).toEqual(['Ana', 'Bea', 'Kit', 'Theo']);
  expect(names({ ...view, chair: 2 })).toEqual(['Kit', 'Theo', 'Jo', 'Ana']);
  expect(names({ ...view, chair: null })).toEqual(['Jo', 'Ana', 'Bea', 'Kit', 'Theo']);
});

test('a seat without a chair is there, after the seat before it', () => {
  const view = recordedView('roulette-your-turn');
  const room = view.room;
  const bank = { ...view.hand!.seats[0]!, name: 'Bank', stack: -4 };
  const hand = { ...view.hand!, seats: [...view.hand!.seats, bank] };
  const last = room.chairs.find(({ seat }) => seat === hand.seats.length - 2)!.name;
  const found = names({ ...view, chair: null, hand });
  expect(found).toHaveLength(6);
  expect(found[found.indexOf(last) + 1]).toBe('Bank');
  const gone = room.chairs.filter(({ name }) => name !== 'Kit');
  expect(names({ ...view, room: { ...room, chairs: gone } })).toContain('Kit');
});
