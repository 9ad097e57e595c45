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

test('nobody moves when the bank comes, wherever the dealer is', () => {
  const view = recordedView('roulette-your-turn');
  const game = { ...view.room.games[0]!, bank: 'Bank' };
  const room = { ...view.room, game, games: [game] };
  const before = names({ ...view, room: { ...room, game: null }, hand: null, chair: null });
  expect(before.at(-1)).toBe('Bank');
  const count = room.chairs.length;
  for (let dealer = 0; dealer < count; dealer += 1) {
    const chairs = room.chairs.map((chair, n) => ({ ...chair, seat: (n + dealer) % count }));
    const bank = { ...view.hand!.seats[0]!, name: 'Bank' };
    const hand = { ...view.hand!, seats: [...view.hand!.seats.slice(0, count), bank] };
    const dealt = { ...view, room: { ...room, chairs }, hand, chair: null };
    expect(names(dealt)).toEqual(before);
    const numbers = otherPlayers(dealt).map(({ chair }) => chair.chair);
    expect(new Set(numbers).size).toBe(count + 1);
    expect(numbers.at(-1)).toBe(-1);
  }
});

test('the bank of a game that is not on the table any more has no seat', () => {
  const view = recordedView('roulette-your-turn');
  const game = { ...view.room.games[0]!, bank: 'Bank' };
  expect(names({ ...view, room: { ...view.room, game } })).not.toContain('Bank');
});
