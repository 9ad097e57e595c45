/** A room whose deals are checked during play, for tests; honest unless set otherwise. */

import type { BreachKind } from '../fairness/dealState';
import { DealChecker, type Remembered } from '../fairness/checker';
import { NO_COMMITMENT, pledge, wholeDecks } from '../fairness/deals';
import type { FairCommand } from '../fairness/part';
import type { ChairView, Commitment, Cut, Proof, TableView, View } from '../protocol/socket';
import { type Deal, messages, open, shuffledDecks } from './dealer';
import { emptyView } from './fakeServer';

export const MASTER = '5e'.repeat(32);
export const X = '78'.repeat(32);
export const SEED = 'b0'.repeat(32);
export const CARDS = wholeDecks([]);
export type Places = Proof['at'];
export const inDeck = (places: number[]): Places => places.map((place) => ['deck', place]);
/** The places from 0 to the last one of some. */
const upTo = (places: number[]) => Array.from({ length: Math.max(-1, ...places) + 1 }, (_, n) => n);
/** A chair at which Ana is dealt in. */
export const CHAIR = { guest: 'g', status: 'in', stack: 100 } as ChairView;
export const settled = () => new Promise((done) => setTimeout(done));

/** A room with Ana, who is checked here as `g`, and Bo. What it does wrong is in its messages. */
export class Room {
  stored: Remembered = { master: MASTER, last: null };
  sent: FairCommand[] = [];
  takes = true;
  hand = 0;
  turn = 1;
  prev = NO_COMMITMENT;
  version = 0;
  /** The hand that was dealt last, and its last view; has its end been shown? */
  dealt = 0;
  shown: View | null = null;
  isOver = false;
  /** The places that each action of the hand dealt; how many decisions there have been. */
  actions: Places[] = [];
  decision = 0;
  chair: ChairView | null = CHAIR;
  decks = shuffledDecks(CARDS);
  game = 'holdem-no-limit';
  deal!: Deal;
  message!: Commitment;
  checker!: DealChecker;

  /** A page is loaded anew; its storage is as it was. */
  load(): void {
    const memory = {
      read: () => structuredClone(this.stored),
      write: (remembered: Remembered) => (this.stored = remembered),
    };
    const send = (command: FairCommand) => {
      this.sent.push(command);
      return Promise.resolve(this.takes);
    };
    this.checker = new DealChecker('t', memory, send, () => {});
  }

  /** Ana connects; the last commitment and cut come again before the view. */
  async connect(...again: (Commitment | Cut)[]): Promise<void> {
    this.checker.welcome('g', 'Ana');
    for (const message of again)
      if (message.type === 'cut') this.checker.cut(message);
      else await this.tell(message);
    await settled();
    if (this.shown && this.dealt === this.hand)
      this.checker.view({ ...this.shown, is_whole: true });
    else this.view([], { hand: null });
  }

  /** The pledge that the room has of Ana. */
  get own(): string {
    return this.sent.at(-1)!.pledge;
  }

  get pledges(): Map<string, string> {
    return new Map([
      ['bo', pledge(SEED)],
      ['g', this.own],
    ]);
  }

  /** Commit to a hand; the answer is Ana's seed, if she reveals it. */
  async commit(
    pledges = this.pledges,
    change = (message: Commitment): Commitment => message,
  ): Promise<string | null> {
    this.hand += this.turn === 1 ? 1 : 0;
    this.actions = [];
    this.decision = 0;
    this.isOver = false;
    const at = { table: 't', hand: this.hand, turn: this.turn };
    this.deal = { at, prev: this.prev, decks: this.decks, seeds: new Map() };
    const message = change(messages.commitment(this.deal, pledges));
    this.deal.prev = message.prev;
    this.prev = message.commitment;
    this.message = message;
    return this.tell(message);
  }

  async tell(message: Commitment): Promise<string | null> {
    const before = this.sent.length;
    this.checker.commitment(message);
    await settled();
    const answer = this.sent.slice(before).find(({ type }) => type === 'reveal');
    const seed = answer?.type === 'reveal' ? answer.seed : null;
    const guests = Object.keys(message.pledges);
    this.deal.seeds = new Map(guests.map((guest) => [guest, guest === 'g' ? (seed ?? X) : SEED]));
    return seed;
  }

  cut(change: Partial<Cut> = {}): void {
    this.checker.cut({ ...messages.cut(this.deal), ...change });
  }

  /**
   * A view of the hand after an action, in which these places were dealt in Ana's sight. All those
   * that were dealt, in their order, are `dealt`; those after `board` of them go to the middle.
   */
  view(
    places: number[] = [0, 3],
    changes: Partial<View> = {},
    { dealt = upTo(places), board = Infinity, isOver = false } = {},
  ): void {
    const cards = new Map(this.deal && this.opened(places).map(({ place, card }) => [place, card]));
    const hand = {
      game: this.game,
      seats: [{ cards: [] }, { cards: [] }],
      board: [],
      hand: this.hand,
      seat: 0,
      decision: this.decision,
      result: isOver ? [{}] : [],
      events: dealt.map((place, n) => {
        const kind = n < board ? 'dealt' : 'board';
        return { kind, seat: 0, card: cards.get(place) ?? '??', count: 1, amount: 0 };
      }),
    } as unknown as TableView;
    if (isOver) this.isOver = true;
    const isDealt = this.hand > 0 && changes.hand !== null;
    if (isDealt) {
      this.dealt = this.hand;
      this.actions[this.decision] = inDeck(dealt);
    }
    const room = { ...emptyView().room, hand: this.dealt, chairs: this.chair ? [this.chair] : [] };
    this.version += 1;
    if (isDealt) this.decision += 1;
    const view = emptyView({ version: this.version, room, hand: this.hand ? hand : null });
    if (isDealt) this.shown = { ...view, ...changes };
    this.checker.view({ ...view, ...changes });
  }

  opened(places: number[]) {
    return open(this.deal, inDeck(places));
  }

  /** The end of the hand, if it has not been shown yet. */
  end(): void {
    if (!this.isOver) this.view([], {}, { isOver: true });
  }

  prove(places = [0, 3], change = (proof: Proof): Proof => proof): void {
    this.end();
    const { deal, actions } = this;
    this.checker.proof(change(messages.proof(deal, inDeck(places), [], actions.flat())));
  }

  async play(): Promise<void> {
    await this.commit();
    this.cut();
    this.view();
    this.prove();
  }

  get breaches(): BreachKind[] {
    return this.checker.state.breaches.map(({ kind }) => kind);
  }

  get state() {
    return this.checker.state.deals[this.hand];
  }
}

/** A commitment that has been changed is one to something else: make it one to itself. */
export const changed = (change: Partial<Commitment>) => (message: Commitment) => ({
  ...message,
  ...change,
});
