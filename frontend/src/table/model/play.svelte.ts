/** The viewer's part in the hand: what is picked, bet, prepared and sent, and the view shown meanwhile. */

import type { Command, TableSession } from '../../lib/session.svelte';
import type { ChoiceView, Sentence, TableView, View } from '../../protocol/socket';
import {
  actionOption,
  type ActionOption,
  actionOptions,
  cardOption,
  needsBetControl,
} from './actions';
import { clampBet } from './bet';
import { isChoosingGame } from './players';
import {
  isStillValid,
  legalAction,
  type PreparableKind,
  preparableKinds,
  prepare,
  type PreparedAction,
} from './preparedAction';
import { PressGuard } from './pressGuard';

export class Play {
  /** A finished hand that the viewer goes on looking at while the table plays the next one. */
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
  /** The choice that a card has to be picked for, if there is one. */
  readonly cardChoice: ChoiceView | null = $derived(
    this.menu.find((choice) => choice.cards.length) ?? null,
  );
  /** The buttons, in the order of the rules. */
  readonly options: ActionOption[] = $derived.by(() => this.#options());
  /** What can be prepared before the viewer's turn. */
  readonly preparable: PreparableKind[] = $derived.by(() => this.#preparable());
  picked: string | null = $state(null);
  amount = $state(0);
  prepared: PreparedAction | null = $state.raw(null);
  /** Why the last action or command was refused. */
  refusal: Sentence | null = $state.raw(null);
  /** May the bet control come up in this game? Then its room is kept free, so that nothing moves. */
  readonly hasBets: boolean = $derived.by(() => this.#bets === 'control' || this.#bets === 'maybe');

  readonly guard = new PressGuard();
  /** The decision that has been answered. */
  #sent = $state('');
  #decision = '';
  /** What this game has shown of its bets: nothing, bets of others, few amounts, or many. */
  #bets: 'none' | 'maybe' | 'buttons' | 'control' = $state('none');
  /** Kinds of actions the viewer has been offered in this game. */
  #knownKinds: ReadonlySet<string> = $state.raw(new Set());
  #game = '';

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
    this.guarded(() => this.act(option.action));
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

  /** Pick a card, or put it back. */
  togglePicked(card: string): void {
    this.picked = this.picked === card ? null : card;
  }

  setAmount(amount: number): void {
    if (this.betChoice) this.amount = clampBet(this.betChoice, amount);
  }

  /** Hold the end of this hand in view, or let it go. */
  toggleHold(): void {
    const view = this.session.view;
    if (this.heldView) this.heldView = null;
    else if (view?.room.phase === 'pause') this.heldView = view;
    this.#updateGuard();
  }

  #menu(): ChoiceView[] {
    const view = this.session.view;
    if (!view?.hand || this.heldView || view.room.phase !== 'playing') return [];
    return this.#sent === `${view.hand.hand} ${view.hand.decision}` ? [] : view.hand.menu;
  }

  #options(): ActionOption[] {
    return this.menu.flatMap((choice) => {
      if (needsBetControl(choice)) return [actionOption(choice, clampBet(choice, this.amount))];
      if (choice.cards.length && this.picked) return [cardOption(choice, this.picked)];
      return actionOptions(choice);
    });
  }

  #preparable(): PreparableKind[] {
    const view = this.session.view;
    return view?.hand && view.room.phase === 'playing' && !this.heldView
      ? preparableKinds(view.hand, this.#knownKinds)
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
    const isHeld = !!this.heldView;
    const rest = [room.phase, isHeld, room.may_show, own?.status, own?.is_ready, this.preparable];
    const meaning = this.isTurn ? `act ${hand?.decision}` : rest.join();
    this.guard.show(`${room.hand} ${meaning}`);
  }

  #startGame(game: string): void {
    this.#game = game;
    this.#knownKinds = new Set(['fold']);
    this.#bets = 'none';
  }

  #startDecision(decision: string, table: TableView): void {
    this.#decision = decision;
    this.picked = null;
    this.refusal = null;
    const kinds = table.menu.map(({ kind }) => kind);
    if (kinds.length) this.#knownKinds = new Set([...this.#knownKinds, ...kinds]);
    const betChoice = table.menu.find(needsBetControl);
    if (betChoice) this.amount = betChoice.lowest;
    this.#learnBets(table);
  }

  #learnBets({ menu, seats }: TableView): void {
    if (menu.some(needsBetControl)) this.#bets = 'control';
    else if (this.#bets !== 'control' && menu.some(({ counted }) => counted))
      this.#bets = 'buttons';
    else if (this.#bets === 'none' && seats.some(({ bet }) => bet > 0)) this.#bets = 'maybe';
  }
}
