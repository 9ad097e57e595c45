/** The viewer's part in the hand: picks, bets, prepared and sent actions, and the view shown. */

import { prefs } from '../../lib/prefs.svelte';
import type { Command, TableSession } from '../../lib/session.svelte';
import type { ChoiceView, Sentence, TableView, View } from '../../protocol/socket';
import {
  actionOption,
  type ActionOption,
  actionOptions,
  asAllIn,
  cardOption,
  isRisky,
  needsBetControl,
  picksSet,
} from './actions';
import { clampBet, isAllIn } from './bet';
import { isChoosingGame } from './players';
import {
  isStillValid,
  legalAction,
  type Preparable,
  type PreparableKind,
  preparables,
  prepare,
  type PreparedAction,
} from './preparedAction';
import { PressGuard } from './pressGuard';

/** A question about a slip is taken back after this long (ms). */
const ASK_TIME = 5000;

const NONE: readonly string[] = [];

export class Play {
  /** A finished hand that the viewer still looks at while the table plays the next one. */
  heldView: View | null = $state.raw(null);
  /** The view to show: the one that is held, or else the latest. */
  readonly view: View | null = $derived.by(() => this.heldView ?? this.session.view);
  readonly table: TableView | null = $derived(this.view?.hand ?? null);
  /** The menu, while the viewer is to act and has not acted. */
  readonly menu: ChoiceView[] = $derived.by(() => this.#menu());
  readonly isTurn = $derived(this.menu.length > 0);
  /** Must the viewer choose the next game? */
  readonly isChoosing = $derived.by(() => !!this.session.view && isChoosingGame(this.session.view));
  /** The choice whose amount the bet control sets, if there is one. */
  readonly betChoice: ChoiceView | null = $derived(this.menu.find(needsBetControl) ?? null);
  /** The choices that cards have to be picked for. */
  readonly cardChoices: ChoiceView[] = $derived(this.menu.filter(({ cards }) => cards.length));
  /** The buttons, in the order of the rules. */
  readonly options: ActionOption[] = $derived.by(() => this.#options());
  /** The viewer's cards of which they may show one, after a hand. */
  readonly showable: readonly string[] = $derived.by(() =>
    this.heldView || this.isTurn ? NONE : (this.session.view?.showable ?? NONE),
  );
  /** The card that is picked to be shown. */
  readonly cardToShow: string | undefined = $derived.by(() =>
    this.picked.find((card) => this.showable.includes(card)),
  );
  /** The actions that can be prepared before the viewer's turn. */
  readonly preparable: Preparable[] = $derived.by(() => this.#preparable());
  /** The picked cards, in the order in which they were tapped. */
  picked: readonly string[] = $state.raw([]);
  amount = $state(0);
  /** The option that was asked about, and waits for its second press. */
  asked: string | null = $state(null);
  prepared: PreparedAction | null = $state.raw(null);
  /** Why the last action or command was refused. */
  refusal: Sentence | null = $state.raw(null);
  /** May the bet control come up in this game? Then its room is kept free, so that nothing moves. */
  readonly hasBets: boolean = $derived.by(
    () => this.#bets === 'control' || this.#bets === 'maybe' || this.#isSized(),
  );

  readonly guard = new PressGuard();
  /** The decision that has been answered. */
  #sent = $state('');
  #decision = '';
  /** Bets seen in this game: none, those of others, few amounts, or many. */
  #bets: 'none' | 'maybe' | 'buttons' | 'control' = $state('none');
  #game = '';
  #isHoldSent = false;
  #forgetting: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly session: TableSession) {}

  /** Follow the table; the returned function stops it. */
  follow(): () => void {
    if (this.session.view) this.#receive(this.session.view);
    return this.session.listen((view) => this.#receive(view));
  }

  /** Run something, unless the button pressed for it has just changed. */
  guarded(run: () => void): void {
    if (this.guard.allows()) run();
  }

  /** Act as a button says. */
  choose(option: ActionOption): void {
    this.guarded(() => {
      if (this.isAsking(option) && this.asked !== option.id) this.#ask(option);
      else this.act(option.action);
    });
  }

  /** Does this option ask once before it is done? */
  isAsking(option: ActionOption): boolean {
    return prefs.asks && isRisky(option, this.menu);
  }

  /** Ask about an option. A press that began before the question does not answer it. */
  #ask({ id }: ActionOption): void {
    this.asked = id;
    this.#updateGuard();
    clearTimeout(this.#forgetting);
    this.#forgetting = setTimeout(() => this.forget(), ASK_TIME);
  }

  /** Take the question back. */
  forget(): void {
    this.asked = null;
    this.#updateGuard();
  }

  /** Send a command; the reason of a refusal is shown. */
  send(command: Command): void {
    this.refusal = null;
    void this.session.send(command).then((answer) => {
      if (answer.type === 'refusal') this.refusal = answer.reason;
    });
  }

  act(action: string): void {
    const table = this.session.table;
    if (!table || !this.isTurn) return;
    const { hand, decision } = table;
    this.#sent = `${hand} ${decision}`;
    this.refusal = null;
    this.#updateGuard();
    void this.session.send({ type: 'act', hand, decision, action }).then((answer) => {
      if (answer.type !== 'refusal') return;
      this.#sent = '';
      this.refusal = answer.reason;
      this.#updateGuard();
    });
  }

  /** Prepare an action, or take it back. */
  togglePrepared(kind: PreparableKind): void {
    const table = this.session.table;
    if (!table) return;
    this.prepared = this.prepared?.kind === kind ? null : prepare(table, kind);
  }

  /** Pick a card, or put it back; of several, the one picked first makes room for one too many. */
  togglePicked(card: string): void {
    this.asked = null;
    if (this.showable.includes(card)) return this.#pickToShow(card);
    const choice = this.cardChoices.find(({ cards }) => cards.includes(card));
    const most = choice && picksSet(choice) ? choice.most! : 1;
    const others = this.picked.filter((one) => one !== card);
    const beside = others.filter((one) => choice?.cards.includes(one));
    if (others.length < this.picked.length) this.picked = others;
    else this.picked = most === 1 ? [card] : [...beside, card].slice(-most);
  }

  /** Pick the card to show, or put it back: other buttons come where some were. */
  #pickToShow(card: string): void {
    this.picked = this.cardToShow === card ? [] : [card];
    this.#updateGuard();
  }

  setAmount(amount: number): void {
    this.asked = null;
    if (this.betChoice) this.amount = clampBet(this.betChoice, amount);
  }

  /** Does the viewer hold the next hand back for everybody? */
  get isHolding(): boolean {
    const { room, me } = this.session;
    return !!room?.holds?.some(({ chair }) => chair === me.chair);
  }

  /**
   * Hold the next hand back, or let it come. Whoever has no chair, or may not any more, goes on
   * looking at this hand alone.
   */
  toggleHold(): void {
    const view = this.session.view;
    if (this.heldView) this.heldView = null;
    else if (view?.room.phase !== 'pause') return;
    else if (this.isHolding) this.send({ type: 'hold', is_held: false });
    else if (view.chair === null) this.heldView = view;
    else void this.#hold(view);
    this.#updateGuard();
  }

  /** Ask the room to hold the next hand back; where it does not, look on alone. */
  async #hold(view: View): Promise<void> {
    if (this.#isHoldSent) return;
    this.#isHoldSent = true;
    const answer = await this.session.send({ type: 'hold' });
    this.#isHoldSent = false;
    if (answer.type === 'refusal' && !this.isTurn && !this.isChoosing) this.heldView = view;
    this.#updateGuard();
  }

  #menu(): ChoiceView[] {
    const view = this.session.view;
    if (!view?.hand || this.heldView || view.room.phase !== 'playing') return [];
    return this.#sent === `${view.hand.hand} ${view.hand.decision}` ? [] : view.hand.menu;
  }

  #options(): ActionOption[] {
    const table = this.session.table;
    return this.#plainOptions().map((option) =>
      table && isAllIn(table, option.cost) ? asAllIn(option) : option,
    );
  }

  #plainOptions(): ActionOption[] {
    return this.menu.flatMap((choice) => {
      if (needsBetControl(choice)) return [actionOption(choice, clampBet(choice, this.amount))];
      if (choice.cards.length && this.#arePicked(choice))
        return [cardOption(choice, this.picked.join(' '))];
      return actionOptions(
        choice,
        this.session.table?.seats.map(({ name }) => name),
      );
    });
  }

  /** Are enough cards picked for a choice, and only such as it takes? */
  #arePicked(choice: ChoiceView): boolean {
    const areIts = this.picked.every((card) => choice.cards.includes(card));
    return areIts && this.picked.length >= Math.max(choice.least ?? 0, 1);
  }

  #preparable(): Preparable[] {
    const view = this.session.view;
    return view?.hand && view.room.phase === 'playing' && !this.heldView
      ? preparables(view.hand)
      : [];
  }

  #receive(view: View): void {
    if (this.isChoosing) this.heldView = null;
    if (view.hand) this.#update(view.hand, view.room.phase);
    this.#updateGuard();
  }

  #update(table: TableView, phase: string): void {
    const decision = `${table.hand} ${table.decision}`;
    if (table.game !== this.#game) this.#startGame(table.game);
    if (decision !== this.#decision) this.#startDecision(decision, table);
    if (this.prepared && !isStillValid(this.prepared, table)) this.prepared = null;
    if (!table.menu.length || phase !== 'playing') return;
    this.heldView = null;
    const action = this.prepared && legalAction(this.prepared, table.menu);
    this.prepared = null;
    if (action) this.act(action);
  }

  /** Another decision gives even the same buttons another meaning; what the viewer sets does not. */
  #updateGuard(): void {
    if (!this.session.view) return;
    const { room, hand, chair } = this.session.view;
    const own = room.chairs.find((one) => one.chair === chair);
    const isHeld = `${!!this.heldView} ${this.isHolding} ${this.#isHoldSent}`;
    const prepared = this.preparable.map(({ kind, place, cost }) => `${kind} ${place} ${cost}`);
    const rest = [
      room.phase,
      isHeld,
      room.may_show,
      own?.status,
      own?.is_ready,
      prepared,
      this.cardToShow,
    ];
    const meaning = this.isTurn ? `act ${hand?.decision} ${this.asked ?? ''}` : rest.join();
    this.guard.show(`${room.hand} ${meaning}`);
  }

  #startGame(game: string): void {
    this.#game = game;
    this.#bets = 'none';
  }

  #startDecision(decision: string, table: TableView): void {
    this.#decision = decision;
    this.picked = [];
    this.asked = null;
    this.refusal = null;
    const betChoice = table.menu.find(needsBetControl);
    if (betChoice) this.amount = betChoice.lowest;
    this.#learnBets(table);
  }

  /** Does the game, or the next one, say that players set amounts? */
  #isSized(): boolean {
    const room = this.session.room;
    return (room?.game ?? room?.games[0])?.is_sized ?? false;
  }

  #learnBets({ menu, ahead, seats }: TableView): void {
    const offered = [...menu, ...(ahead ?? [])];
    if (offered.some(needsBetControl)) this.#bets = 'control';
    else if (this.#bets !== 'control' && offered.some(({ counted }) => counted))
      this.#bets = 'buttons';
    else if (this.#bets === 'none' && seats.some(({ bet }) => bet > 0)) this.#bets = 'maybe';
  }
}
