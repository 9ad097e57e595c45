/** One's part in the hand: what one has picked, bet, prepared and sent, and what is shown meanwhile. */

import type { Command, TableSession } from '../../lib/session.svelte';
import type { ChoiceSeen, Said, TableSeen, View } from '../../protocol/socket';
import { within } from './bet';
import { isWide, option, type Option, options, pick } from './actions';
import { Guard } from './pressGuard';
import { isToChoose } from './players';
import { action, holds, type Plan, plans, prepare, type Prepared } from './preparedAction';

export class Play {
  /** A hand that is looked at longer than the table does. */
  held: View | null = $state.raw(null);
  /** What is shown: the view that is held, else the last one. */
  readonly view: View | null = $derived.by(() => this.held ?? this.session.view);
  readonly table: TableSeen | null = $derived(this.view?.hand ?? null);
  /** The menu, while one is to act and has not yet. */
  readonly menu: ChoiceSeen[] = $derived.by(() => this.#menu());
  readonly isTurn = $derived(this.menu.length > 0);
  /** Is one to name the next game? */
  readonly isChoosing = $derived.by(() => !!this.session.view && isToChoose(this.session.view));
  /** The choice whose amount the bet control sets, if there is one. */
  readonly wide: ChoiceSeen | null = $derived(this.menu.find(isWide) ?? null);
  /** The choice that a card has to be picked for. */
  readonly picking: ChoiceSeen | null = $derived(this.menu.find((one) => one.cards.length) ?? null);
  /** The buttons, in the order of the rules. */
  readonly options: Option[] = $derived.by(() => this.#options());
  readonly plans: Plan[] = $derived.by(() => this.#plans());
  picked: string | null = $state(null);
  amount = $state(0);
  prepared: Prepared | null = $state.raw(null);
  /** Why the last action or wish was refused. */
  refusal: Said | null = $state.raw(null);
  /** May one have to choose an amount here? Then room for it is kept, so that nothing moves. */
  readonly hasBets: boolean = $derived.by(() => this.#bets === 'wide' || this.#bets === 'maybe');

  readonly guard = new Guard();
  /** The decision that has been answered. */
  #sent = $state('');
  #decision = '';
  /** What the game has shown of its bets: none yet, some, narrow ones or wide ones of one's own. */
  #bets: 'none' | 'maybe' | 'narrow' | 'wide' = $state('none');
  #known: ReadonlySet<string> = $state.raw(new Set());
  #game = '';

  constructor(readonly session: TableSession) {}

  /** Begin to follow the table. The answer ends it. */
  follow(): () => void {
    if (this.session.view) this.#hear(this.session.view);
    return this.session.listen((view) => this.#hear(view));
  }

  /** Do something, if the finger meant that. */
  guarded(act: () => void): void {
    if (this.guard.allows()) act();
  }

  /** Do what a button says. */
  choose(option: Option): void {
    this.guarded(() => this.act(option.action));
  }

  /** Want something of the room, and be told why where it does not do it. */
  want(command: Command): void {
    this.refusal = null;
    void this.session.send(command).then((answer) => {
      if (answer.type === 'refusal') this.refusal = answer.reason;
    });
  }

  act(text: string): void {
    const table = this.session.table;
    if (!table || !this.isTurn) return;
    const { hand, decision } = table;
    this.#sent = `${hand} ${decision}`;
    this.refusal = null;
    this.#watch();
    void this.session.send({ type: 'act', hand, decision, action: text }).then((answer) => {
      if (answer.type !== 'refusal') return;
      this.#sent = '';
      this.refusal = answer.reason;
      this.#watch();
    });
  }

  /** Make up one's mind, or change it. */
  plan(plan: Plan): void {
    const table = this.session.table;
    if (!table) return;
    this.prepared = this.prepared?.plan === plan ? null : prepare(table, plan);
  }

  pick(card: string): void {
    this.picked = this.picked === card ? null : card;
  }

  bet(amount: number): void {
    if (this.wide) this.amount = within(this.wide, amount);
  }

  /** Keep the end of this hand before one's eyes, or let it go. */
  hold(): void {
    const view = this.session.view;
    if (this.held) this.held = null;
    else if (view?.room.phase === 'pause') this.held = view;
    this.#watch();
  }

  #menu(): ChoiceSeen[] {
    const view = this.session.view;
    if (!view?.hand || this.held || view.room.phase !== 'playing') return [];
    return this.#sent === `${view.hand.hand} ${view.hand.decision}` ? [] : view.hand.menu;
  }

  #options(): Option[] {
    return this.menu.flatMap((choice) => {
      if (isWide(choice)) return [option(choice, within(choice, this.amount))];
      if (choice.cards.length && this.picked) return [pick(choice, this.picked)];
      return options(choice);
    });
  }

  #plans(): Plan[] {
    const view = this.session.view;
    return view?.hand && view.room.phase === 'playing' && !this.held
      ? plans(view.hand, this.#known)
      : [];
  }

  #hear(view: View): void {
    if (this.isChoosing) this.held = null;
    if (view.hand) this.#consider(view.hand, view.room.phase);
    this.#watch();
  }

  #consider(table: TableSeen, phase: string): void {
    const decision = `${table.hand} ${table.decision}`;
    if (table.game !== this.#game) this.#forget(table.game);
    if (decision !== this.#decision) this.#begin(decision, table);
    if (this.prepared && !holds(this.prepared, table)) this.prepared = null;
    if (!table.menu.length || phase !== 'playing') return;
    this.held = null;
    const ready = this.prepared && action(this.prepared, table.menu);
    this.prepared = null;
    if (ready) this.act(ready);
  }

  /** Another decision is another meaning, even of the same buttons; what one sets oneself is none. */
  #watch(): void {
    if (!this.session.view) return;
    const { room, hand, chair } = this.session.view;
    const mine = room.chairs.find((one) => one.chair === chair);
    const rest = [room.phase, !!this.held, room.may_show, mine?.status, mine?.is_ready, this.plans];
    const what = this.isTurn ? `act ${hand?.decision}` : rest.join();
    this.guard.show(`${room.hand} ${what}`);
  }

  #forget(game: string): void {
    this.#game = game;
    this.#known = new Set(['fold']);
    this.#bets = 'none';
  }

  #begin(decision: string, table: TableSeen): void {
    this.#decision = decision;
    this.picked = null;
    this.refusal = null;
    const kinds = table.menu.map(({ kind }) => kind);
    if (kinds.length) this.#known = new Set([...this.#known, ...kinds]);
    const wide = table.menu.find(isWide);
    if (wide) this.amount = wide.lowest;
    this.#learn(table);
  }

  #learn({ menu, seats }: TableSeen): void {
    if (menu.some(isWide)) this.#bets = 'wide';
    else if (this.#bets !== 'wide' && menu.some(({ counted }) => counted)) this.#bets = 'narrow';
    else if (this.#bets === 'none' && seats.some(({ bet }) => bet > 0)) this.#bets = 'maybe';
  }
}
