/** The cards that a viewer has seen in a hand, and the order in which its proof must open them. */

import type { Proof, TableView, View } from '../protocol/socket';
import type { OpenedCard } from './deals';

type Event = TableView['events'][number];
type Places = Proof['at'];

const BOARD = 'board';
const DEALT = 'dealt';
/** Events by which a card leaves the deck. */
const DEALING = [DEALT, BOARD, 'match'];
const SHOWN = 'shown';
const [PASSED, RECEIVED] = ['passed', 'received'];
/** Events by which a seat gets a card that no deck deals then. */
const MOVING = ['collected', 'laid', RECEIVED];
/** The seat of the board. */
const NOBODY = -1;
const HIDDEN = '??';
/** The stream whose cards come one after another; of another one places may be passed over. */
const DECK = 'deck';

export class SeenCards {
  /** The events by decision: a view tells those of the last action, and may come twice. */
  readonly #verbs = new Map<number, Event[]>();
  /** The cards that lie face up in the last view, by seat, and on the board. */
  #faceUp: string[][] = [];
  #board: string[] = [];
  /** The cards that have lain in front of each seat, and on the board, in any view. */
  readonly #lay = new Map<number, string[]>();
  /** The cards that are kept from the hand before, which no deck has dealt. */
  #kept: string[] = [];
  /** The cards shown after the hand, by seat. */
  readonly #shownAfter = new Map<number, string[]>();
  #isOver = false;
  /** The decisions whose events come in one view, with the last of them: made at once. */
  #together: number[] = [];
  /** The cards to come that were shown after the hand. */
  rabbit: string[] = [];

  /** Remember what a view of the hand shows. */
  note(hand: TableView, room: View['room']): void {
    this.#noteEvents(hand);
    this.#isOver = hand.result.length > 0;
    this.#kept = Object.values(hand.kept ?? {})
      .flat()
      .filter((card): card is string => typeof card === 'string');
    this.#faceUp = hand.seats.map(({ cards }) => cards.map(({ card }) => card).filter(isSeen));
    this.#board = hand.board.map(({ card }) => card).filter(isSeen);
    this.#faceUp.forEach((cards, seat) => this.#noteLying(seat, cards));
    for (const event of hand.events) {
      if (event.kind === SHOWN && isSeen(event.card)) this.#noteLying(event.seat, [event.card]);
    }
    this.#noteLying(NOBODY, this.#board);
    if (room.hand !== hand.hand) return;
    this.rabbit = room.rabbit;
    const seats = new Map(room.chairs.map(({ chair, seat }) => [String(chair), seat]));
    for (const [chair, cards] of Object.entries(room.shown)) {
      const seat = seats.get(chair);
      if (typeof seat !== 'number') continue;
      this.#shownAfter.set(seat, cards);
      this.#noteLying(seat, cards);
    }
  }

  /** The cards that were seen and are not among those that a proof opens. */
  missing(opened: readonly string[]): string[] {
    return minus(this.#seen(), opened);
  }

  /**
   * Do the places of all dealt cards fit what was seen? In a hand that was seen from its deal on,
   * each card was dealt at its own place, and few were burned.
   */
  isInOrder(at: Places, opened: readonly OpenedCard[]): boolean {
    const verbs = this.#dealing();
    if (!verbs) return true;
    if (at.length !== verbs.flat().length) return false;
    const cards = byPlace(opened);
    let [top, done] = [0, 0];
    return verbs.every((events, n) => {
      const places = at.slice(done, (done += events.length));
      const deck = deckPlaces(places);
      const next = (deck.at(-1) ?? top - 1) + 1;
      const burned = next - top - deck.length;
      top = next;
      const isLast = this.#isOver && n === verbs.length - 1;
      const isAt = ({ card }: Event, k: number) =>
        !isSeen(card) || cards.get(`${places[k]}`) === card;
      return burned <= mostBurned(events, isLast) && events.every(isAt);
    });
  }

  /**
   * Was each card that lay at a seat or on the board dealt or moved there in sight? Only of a hand
   * that was seen from its deal on, and whose proof is in order.
   */
  lieWhereDealt(at: Places, opened: readonly OpenedCard[]): boolean {
    const verbs = this.#dealing();
    if (!verbs) return true;
    const cards = byPlace(opened);
    const came = new Map<number, string[]>();
    const come = (seat: number, card = HIDDEN) =>
      void came.set(seat, [...(came.get(seat) ?? []), card]);
    verbs.flat().forEach(({ kind, seat }, n) => {
      come(kind === DEALT ? seat : NOBODY, cards.get(`${at[n]}`));
    });
    for (const { kind, seat, card } of this.#told()) if (MOVING.includes(kind)) come(seat, card!);
    return [...this.#lay].every(
      ([seat, lay]) =>
        minus(lay, [...(came.get(seat) ?? []), ...this.#kept]).length <= this.#receivedUnseen(seat),
    );
  }

  /** How often was a seat passed a card that the viewer did not see? */
  #receivedUnseen(of: number): number {
    const told = [...this.#verbs.values()].flat();
    return told.filter(({ kind, seat, card }) => kind === RECEIVED && seat === of && !isSeen(card))
      .length;
  }

  /** The events of each verb by which a card left the deck; null if one may not have been seen. */
  #dealing(): Event[][] | null {
    const numbers = [...this.#verbs.keys()].sort((one, other) => one - other);
    if (!numbers.every((number, n) => number === n)) return null;
    return numbers.map((number) => this.#verbs.get(number)!.filter(isDealing));
  }

  /** The events whose card the viewer saw. */
  #told(): Event[] {
    return [...this.#verbs.values()].flat().filter(({ card }) => isSeen(card));
  }

  #noteLying(seat: number, cards: readonly string[]): void {
    const lay = this.#lay.get(seat) ?? [];
    this.#lay.set(seat, [...lay, ...minus(cards, lay)]);
  }

  /** Remember the events of a view, which may be those of several decisions made at once. */
  #noteEvents({ decision, events, asked }: TableView): void {
    if (this.#together.includes(decision))
      for (const number of this.#together)
        if (number < decision && !this.#verbs.has(number)) this.#verbs.set(number, []);
    this.#verbs.set(decision, events);
    this.#together = (asked ?? []).map((_, n) => decision + n + 1);
  }

  /**
   * The cards that the viewer saw leave the deck, and those that were turned up later.
   *
   * A card that lies face up and that no event turned up may be one that was dealt in sight
   * elsewhere, and moved; so of those only the ones that nobody saw dealt count, and none that is
   * kept from the hand before. A card that was dealt in sight and passed may be turned up anywhere.
   */
  #seen(): string[] {
    const told = this.#told();
    const dealt = told.filter(isDealing);
    const seen = cardsOf(dealt);
    const inSight = [...seen];
    const gone = new Set(cardsOf(told.filter(({ kind }) => kind === PASSED)));
    const passed = inSight.filter((card) => gone.has(card));
    this.#faceUp.forEach((faceUp, seat) => {
      const ofSeat = (event: Event) => event.seat === seat;
      const shown = [
        ...cardsOf(told.filter((event) => event.kind === SHOWN && ofSeat(event))),
        ...(this.#shownAfter.get(seat) ?? []),
      ];
      const turnedUp = shown.length
        ? minus(shown, [...cardsOf(dealt.filter(ofSeat)), ...passed])
        : minus(faceUp, inSight);
      seen.push(...minus(turnedUp, this.#kept));
    });
    return [...seen, ...minus(minus(this.#board, seen), this.#kept)];
  }
}

/**
 * Are these the places of a deal from the top, where between two cards at most one was burned, and
 * is no card opened that was not dealt?
 */
export function isFromTheTop(at: Places, opened: readonly OpenedCard[]): boolean {
  const places = new Set(at.map(String));
  const deck = deckPlaces(at);
  const isNext = (place: number, n: number) => {
    const passed = place - (deck[n - 1] ?? -1) - 1;
    return passed === 0 || passed === 1;
  };
  return (
    deck.every(isNext) && opened.every(({ stream, place }) => places.has(`${[stream, place]}`))
  );
}

/** The most cards that an action may burn: more than one if it deals several streets. */
function mostBurned(events: readonly Event[], isLast: boolean): number {
  if (!isLast) return 1;
  const board = events.filter(({ kind }) => kind === BOARD).length;
  const rounds: Record<number, number> = {};
  for (const { kind, seat } of events) if (kind === DEALT) rounds[seat] = (rounds[seat] ?? 0) + 1;
  const each = Object.values(rounds);
  return Math.max(1, board + (each.length > 1 ? Math.min(...each) : 0));
}

/** Cards by their place, as text. */
export function byPlace(opened: readonly OpenedCard[]): Map<string, string> {
  return new Map(opened.map(({ stream, place, card }) => [`${[stream, place]}`, card]));
}

function deckPlaces(at: Places): number[] {
  return at.filter(([stream]) => stream === DECK).map(([, place]) => place);
}

function isDealing({ kind }: Event): boolean {
  return DEALING.includes(kind);
}

function isSeen(card: string | null): card is string {
  return card !== null && card !== HIDDEN;
}

function cardsOf(events: readonly Event[]): string[] {
  return events.map(({ card }) => card!);
}

/** The cards that are left when others are taken away, each as often as it is there. */
export function minus(cards: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return cards.filter((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
