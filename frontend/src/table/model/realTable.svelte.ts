/** A viewer's part at a table with real cards: what is told, taken back and told anew. */

import type { Command, TableSession } from '../../lib/session.svelte';
import type { RealView } from '../../protocol/socket';
import type { Entry } from './realCards';

export class RealTable {
  /** Why the last one was refused. */
  refusal = $state('');
  /** Is something on its way to the room? */
  isBusy = $state(false);

  constructor(readonly session: TableSession) {}

  /** The hand with real cards, null before the first one. */
  get real(): RealView | null {
    return this.session.view?.real ?? null;
  }

  /** Is a hand being played, or over and not paid out? */
  get isInPlay(): boolean {
    return !!this.real && !this.real.is_paid;
  }

  /** May the viewer tell: do they sit here, or host the table? */
  get mayTell(): boolean {
    const { me, room } = this.session;
    return !!room && (me.chair !== null || (me.guest !== null && me.guest === room.host));
  }

  async send(command: Command): Promise<boolean> {
    this.isBusy = true;
    const answer = await this.session.send(command);
    this.isBusy = false;
    this.refusal = answer.type === 'refusal' ? answer.reason.text : '';
    return answer.type !== 'refusal';
  }

  tell(entry: Entry): Promise<boolean> {
    return this.#about((at) => ({ type: 'tell', ...at, entry }));
  }

  /** A card that lies open, for the next place. */
  card(card: string): Promise<boolean> {
    return this.tell({ type: 'card', card });
  }

  /** Take back all but the first entries; by itself, the last one. */
  takeBack(to?: number): Promise<boolean> {
    return this.#about((at) => ({ type: 'take_back', ...at, to: to ?? at.at - 1 }));
  }

  retell(number: number, entry: Entry): Promise<boolean> {
    return this.#about((at) => ({ type: 'retell', ...at, number, entry }));
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
