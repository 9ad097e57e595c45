/** The cards that a viewer has seen in a hand, which its proof must open where they were dealt. */

import type { Proof, TableView, View } from '../protocol/socket';
import type { OpenedCard } from './deals';

type Event = TableView['events'][number];
type Places = Proof['at'];

/** What the viewer was told of an action, or of the first deal. */
interface Verb {
  /** The cards that it dealt, hidden ones too. */
  dealt: Event[];
  /** Is the hand over with it? */
  isLast: boolean;
}

const BOARD = 'board';
/** Events by which a card leaves the deck. */
const DEALING = ['dealt', BOARD, 'match'];
const HIDDEN = '??';
/** The stream whose cards come one after another; of another one places may be passed over. */
const DECK = 'deck';

export class SeenCards {
  /** By the number of decisions before them. */
  readonly #verbs = new Map<number, Verb>();
  /** Decisions that are made at once, by their numbers: the last one's view tells of them all. */
  #together: number[] = [];
  /** Cards turned up. */
  readonly #shown = new Set<string>();
  /** Cards that would have come next. */
  #rabbit: string[] = [];

  /** Remember what a view of the hand shows. After a gap the same view may come again. */
  note(hand: TableView, room: View['room']): void {
    const kept = Object.values(hand.kept ?? {}).flat(); // which no deck has dealt
    this.#rabbit = room.rabbit;
    for (const card of Object.values(room.shown).flat()) this.#shown.add(card);
    if (this.#verbs.has(hand.decision)) return;
    for (const { kind, card } of hand.events)
      if (kind === 'shown' && isSeen(card) && !kept.includes(card)) this.#shown.add(card);
    const dealt = hand.events.filter(({ kind }) => DEALING.includes(kind));
    if (this.#together.includes(hand.decision))
      for (const number of this.#together)
        if (number < hand.decision) this.#verbs.set(number, { dealt: [], isLast: false });
    this.#together = (hand.asked ?? []).map((_, n) => hand.decision + n + 1);
    this.#verbs.set(hand.decision, { dealt, isLast: hand.result.length > 0 });
  }

  /** Is every card that the viewer saw among the opened ones, as often as it was dealt? */
  areOpened(opened: OpenedCard[], rabbit: OpenedCard[]): boolean {
    const left = opened.map(({ card }) => card);
    const come = rabbit.map(({ card }) => card);
    const dealt = [...this.#verbs.values()].flatMap((verb) => verb.dealt.map(({ card }) => card));
    const areShown = [...this.#shown].every((card) => left.includes(card));
    const areNext = this.#rabbit.every((card) => come.includes(card));
    return areShown && areNext && dealt.filter(isSeen).every((card) => take(left, card));
  }

  /** Was each card that the viewer saw being dealt dealt at its own place of `at`? */
  areAt(at: Places, opened: OpenedCard[]): boolean {
    const verbs = this.#verbsFromTheDeal();
    const isWhole = verbs.length > 0 && verbs.length === this.#verbs.size;
    const n = verbs.reduce((sum, { dealt }) => sum + dealt.length, 0);
    if (isWhole ? at.length !== n : at.length < n) return false;
    const cards = new Map(opened.map(({ stream, place, card }) => [`${[stream, place]}`, card]));
    let [top, done] = [0, 0];
    for (const verb of verbs) {
      const places = at.slice(done, (done += verb.dealt.length));
      const deck = deckPlaces(places);
      const next = (deck.at(-1) ?? top - 1) + 1;
      if (next - top - deck.length > mostBurned(verb)) return false;
      if (verb.dealt.some(({ card }, k) => isSeen(card) && cards.get(`${places[k]}`) !== card))
        return false;
      top = next;
    }
    return true;
  }

  /** The actions since the deal, up to the first one that did not come through. */
  #verbsFromTheDeal(): Verb[] {
    const verbs: Verb[] = [];
    for (let verb; (verb = this.#verbs.get(verbs.length));) verbs.push(verb);
    return verbs;
  }
}

/**
 * Are these the places of a deal from the top, where between two cards at most one was burned, and
 * is no card opened that was not dealt?
 */
export function isFromTheTop(at: Places, opened: OpenedCard[]): boolean {
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

/** How many cards an action may burn: one, or more if it deals the rest of a board or of streets. */
function mostBurned({ dealt, isLast }: Verb): number {
  if (!isLast) return 1;
  const board = dealt.filter(({ kind }) => kind === BOARD).length;
  const rounds: Record<number, number> = {};
  for (const { kind, seat } of dealt) if (kind === 'dealt') rounds[seat] = (rounds[seat] ?? 0) + 1;
  const each = Object.values(rounds);
  return Math.max(1, board + (each.length > 1 ? Math.min(...each) : 0));
}

function deckPlaces(at: Places): number[] {
  return at.filter(([stream]) => stream === DECK).map(([, place]) => place);
}

function isSeen(card: string | null): card is string {
  return card !== null && card !== HIDDEN;
}

/** Take a card out of a list; was it there? */
function take(cards: string[], card: string): boolean {
  const at = cards.indexOf(card);
  if (at >= 0) cards.splice(at, 1);
  return at >= 0;
}
