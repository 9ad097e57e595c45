/** The player's turn, hand and table in words, for the dock and for screen readers. */

import { join, say } from '../../lib/words';
import type { RoomView, SeatView, TableView } from '../../protocol/socket';
import { potTotal } from './bet';
import { cardNames } from './cards';
import { boardNames } from './piles';
import { playOrder, seatToBeat } from './playOrder';
import { briefHand, spokenSentence } from './sentences';

/** "You hold a pair of eights, ace kicker"; empty where the game has no words for the hand. */
export function ownHandText(seat: SeatView | null): string {
  return seat?.hand ? say('at.hold', { hand: spokenSentence(seat.hand) }) : '';
}

/** The same without kickers: "You hold a pair of eights". */
export function ownHandBrief(seat: SeatView | null): string {
  return seat?.hand ? say('at.hold', { hand: briefHand(seat.hand) }) : '';
}

/** "The lowest hand. Beat Ana, ace high."; empty unless it is the viewer who has to. */
export function toBeatText(table: TableView): string {
  const beat = seatToBeat(table);
  if (beat === null || table.seat === null || table.to_act !== table.seat) return '';
  const { name, hand } = table.seats[beat]!;
  return say('at.lowest', { name, hand: hand ? briefHand(hand) : '' });
}

/** "Your turn. You hold king high. The lowest hand. Beat Ana, ace high. You may fold or buy 1 to 3." */
export function turnAnnouncement(table: TableView): string {
  const me = table.seat === null ? null : (table.seats[table.seat] ?? null);
  const menu = table.menu.map((choice) => spokenSentence(choice.text));
  const choices = say('at.may', { choices: join(menu, 'or') });
  return [say('at.your_turn'), ownHandText(me), toBeatText(table), choices]
    .filter(Boolean)
    .map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
    .join(' ');
}

/** "Name the next game: Ricochet or hold'em." */
export function gameChoiceAnnouncement({ games: offered, choices }: RoomView): string {
  const games = join(
    choices.map((n) => offered[n]!.title),
    'or',
  );
  return say('at.choose.aloud', { games });
}

/** The viewer's own cards, and the hand they make. */
export function ownHandAnnouncement(table: TableView): string {
  const me = table.seat === null ? undefined : table.seats[table.seat];
  if (!me) return say('at.no_hand');
  const cards = cardNames(me.cards.map(({ card }) => card));
  return [cards, ownHandText(me)].filter(Boolean).join('. ');
}

/** The board, the pots and every seat, in the order of play where there is one. */
export function tableAnnouncement(table: TableView): string {
  const order = playOrder(table);
  const rest = table.seats.map((_, n) => n).filter((n) => !order.includes(n));
  const board = table.board.length
    ? [say('at.board.cards', { cards: boardNames(table.board) })]
    : [];
  const sidePots = table.pots.slice(1);
  const pots = [
    say('at.pot.is', { amount: potTotal(table) }),
    ...sidePots.map(({ amount }, n) => say('at.pot.side_is', { n: n + 1, amount })),
  ];
  const seats = [...order, ...rest].map((n) => seatAnnouncement(table.seats[n]!));
  return [...board, ...pots, ...seats].join('. ');
}

/** "Ana, 97 chips: ace of diamonds, jack of clubs. Ace high" */
function seatAnnouncement(seat: SeatView): string {
  if (seat.status !== 'live') return say('at.seat.gone', { name: seat.name });
  const cards = cardNames(seat.cards.map(({ card }) => card));
  return [say('at.seat.is', { name: seat.name, stack: seat.stack, cards }), seat.hand?.text ?? '']
    .filter(Boolean)
    .join('. ');
}
