/** One's turn and one's hand in words, for the dock and for those who hear the table. */

import { join, say } from '../../lib/words';
import type { RoomSeen, SeatSeen, TableSeen } from '../../protocol/socket';
import { spokenAll } from './cards';
import { ladder, toBeat } from './playOrder';
import { brief } from './sentences';

/** "You hold pair of eights", or "" where the game has no words for it. */
export function holding(seat: SeatSeen | null): string {
  return seat?.hand ? say('at.hold', { hand: seat.hand.text }) : '';
}

/** The same in few words: "You hold pair of eights" where there is an ace kicker besides. */
export function holdingBrief(seat: SeatSeen | null): string {
  return seat?.hand ? say('at.hold', { hand: brief(seat.hand) }) : '';
}

/** "The lowest hand. Beat Ana, ace high." */
export function standing(table: TableSeen): string {
  const beat = toBeat(table);
  if (beat === null || table.to_act !== table.seat) return '';
  const { name, hand } = table.seats[beat]!;
  return say('at.lowest', { name, hand: hand ? brief(hand) : '' });
}

/** "Your turn. You hold king high. The lowest hand. Beat Ana, ace high. You may fold or buy 1 to 3." */
export function announcement(table: TableSeen): string {
  const me = table.seat === null ? null : (table.seats[table.seat] ?? null);
  const hand = holding(me);
  const menu = table.menu.map((choice) => choice.text.text);
  const choices = say('at.may', { choices: join(menu, 'or') });
  return [say('at.your_turn'), hand, standing(table), choices]
    .filter(Boolean)
    .map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
    .join(' ');
}

/** "Name the next game: Ricochet or hold'em." */
export function choosing({ rules, choices }: RoomSeen): string {
  const games = join(
    choices.map((n) => rules.games[n]!.title),
    'or',
  );
  return say('at.choose.aloud', { games });
}

/** One's own cards, and what they make. */
export function handAloud(table: TableSeen): string {
  const me = table.seat === null ? undefined : table.seats[table.seat];
  if (!me) return say('at.no_hand');
  const cards = spokenAll(me.cards.map(({ card }) => card));
  return [cards, holding(me)].filter(Boolean).join('. ');
}

/** The board, the pot and every seat, the lowest first where there is an order. */
export function tableAloud(table: TableSeen): string {
  const order = ladder(table);
  const rest = table.seats.map((_, n) => n).filter((n) => !order.includes(n));
  const board = table.board.length
    ? [say('at.board.cards', { cards: spokenAll(table.board.map(({ card }) => card)) })]
    : [];
  const pots = table.pots.map((pot, n) =>
    n
      ? say('at.pot.side_is', { n, amount: pot.amount })
      : say('at.pot.is', { n, amount: pot.amount }),
  );
  const seats = [...order, ...rest].map((n) => seatAloud(table.seats[n]!));
  return [...board, ...pots, ...seats].join('. ');
}

/** "Ana, 97 chips: ace of diamonds, jack of clubs. Ace high" */
export function seatAloud(seat: SeatSeen): string {
  if (seat.status !== 'live') return say('at.seat.gone', { name: seat.name });
  const cards = spokenAll(seat.cards.map(({ card }) => card));
  return [say('at.seat.is', { name: seat.name, stack: seat.stack, cards }), seat.hand?.text ?? '']
    .filter(Boolean)
    .join('. ');
}
