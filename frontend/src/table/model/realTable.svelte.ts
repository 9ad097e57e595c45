/** A viewer's part at a table with real cards: what is told, taken back and told anew. */

import { keepTable } from '../../lib/keptTable';
import type { Command, TableSession } from '../../lib/session.svelte';
import type { ChoiceView, RealView } from '../../protocol/socket';
import { ahead, type Ahead, type Entry } from './realCards';
import { ToldQueue } from './toldQueue.svelte';

export class RealTable {
  /** What was told and is not on the table yet. */
  readonly told: ToldQueue;
  /** The menus that this page has seen, by hand and number of entries. */
  readonly #menus = new Map<string, readonly ChoiceView[]>();
  #refusal = $state('');
  #isBusy = $state(false);

  constructor(readonly session: TableSession) {
    this.told = new ToldQueue(session);
    session.listen((view) => {
      keepTable({ ...view, said: session.log }, session.me);
      this.#remember(view.real ?? null);
    });
    this.#remember(this.real);
  }

  /** The hand with real cards, null before the first one. */
  get real(): RealView | null {
    return this.session.view?.real ?? null;
  }

  /** What could be chosen where an entry stands; empty where this page has not seen it. */
  menuAt(number: number): readonly ChoiceView[] {
    return this.#menus.get(`${this.real?.hand} ${number}`) ?? [];
  }

  #remember(real: RealView | null): void {
    if (real?.menu.length) this.#menus.set(`${real.hand} ${real.entries.length}`, real.menu);
  }

  /** Is a hand being played, or over and not paid out? */
  get isInPlay(): boolean {
    return !!this.real && !this.real.is_paid;
  }

  /** Is the room out of reach? */
  get isAway(): boolean {
    return this.session.status === 'lost';
  }

  /** Is something on its way to the room? */
  get isBusy(): boolean {
    return this.#isBusy || (!this.isAway && this.told.waiting.length > 0);
  }

  /** Why the last one was refused. */
  get refusal(): string {
    return this.#refusal || this.told.refusal;
  }

  /** What is due by the room's view, less what was told since. */
  get ahead(): Ahead | null {
    const { real } = this;
    if (!real || real.is_paid) return null;
    const waiting = this.told.waiting.filter(
      ({ hand, at }) => hand === real.hand && at >= real.entries.length,
    );
    return ahead(
      real,
      waiting.map(({ entry }) => entry),
    );
  }

  /** May the viewer tell: do they sit here, or host the table? */
  get mayTell(): boolean {
    const { me, room } = this.session;
    return !!room && (me.chair !== null || (me.guest !== null && me.guest === room.host));
  }

  async send(command: Command): Promise<boolean> {
    this.#isBusy = true;
    const answer = await this.session.send(command);
    this.#isBusy = false;
    this.told.refusal = '';
    this.#refusal = answer.type === 'refusal' ? answer.reason.text : '';
    return answer.type !== 'refusal';
  }

  /** Tell an entry, with the words of its button. Without the room it is kept. */
  tell(entry: Entry, label = ''): void {
    this.#refusal = '';
    const { real } = this;
    if (real) void this.told.add(entry, real.hand, real.entries.length, label);
  }

  /** A card that lies open, for the next place. */
  card(card: string): void {
    this.tell({ type: 'card', card });
  }

  /** Take the last entry back: of what is kept while the room is out of reach, else of the hand. */
  undo(): void {
    if (!this.canUndo) return;
    if (this.isAway) this.told.takeBack();
    else void this.takeBack(this.real!.entries.length - 1);
  }

  /** Is there an entry that can be taken back now? */
  get canUndo(): boolean {
    if (this.isAway) return this.told.canTakeBack;
    return !this.isBusy && !!this.real?.entries.length;
  }

  /** Take back all but the first entries. */
  takeBack(to: number): Promise<boolean> {
    return this.#about((at) => ({ type: 'take_back', ...at, to }));
  }

  retell(number: number, entry: Entry): Promise<boolean> {
    return this.#about((at) => ({ type: 'retell', ...at, number, entry }));
  }

  /** Send what is held after what the room has by now. */
  sendOn(): void {
    const { real } = this;
    if (real) void this.told.sendOn(real.hand, real.entries.length);
  }

  /** Pay out what is over, and begin the next hand. */
  async nextHand(game = 0): Promise<void> {
    const hand = this.session.room?.hand ?? 0;
    if (this.isInPlay && !(await this.send({ type: 'pay_out', hand }))) return;
    await this.send({ type: 'next_hand', hand, game });
  }

  async #about(make: (at: { hand: number; at: number }) => Command): Promise<boolean> {
    const { real } = this;
    return !!real && (await this.send(make({ hand: real.hand, at: real.entries.length })));
  }
}
