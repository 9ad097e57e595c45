/** What a new view makes heard and moves. */

import { prefs } from '../../lib/prefs.svelte';
import { say } from '../../lib/words';
import type { View } from '../../protocol/socket';
import { notify } from '../../lib/notifications';
import { isLate } from '../model/clock';
import { after, type Deed } from '../model/lastActions';
import { isToChoose } from '../model/players';
import type { Play } from '../model/play.svelte';
import { Sounds, soundsOf } from './sounds';
import type { Ticker } from '../model/ticker.svelte';
import { announcement, choosing } from '../model/announcements';
import { Voice } from './announcer.svelte';

export class Watch {
  /** What everybody did last in this hand, by seat. */
  deeds: Readonly<Record<number, Deed>> = $state.raw({});
  /** Has this game an order of play? Its line stays between hands. */
  orderedGame = $state('');
  readonly voice = new Voice();
  readonly #sounds = new Sounds();
  /** The clock that one has been warned of. */
  #warned = 0;

  /** `title`: of the game; `move` shows what goes from place to place between two views. */
  constructor(
    readonly play: Play,
    readonly title: () => string,
    readonly move: (next: View, before: View) => void,
  ) {}

  /** Begin to follow the table. The answer ends it. */
  follow(): () => void {
    const { session } = this.play;
    const quiet = session.listen((next, before) => this.#attend(next, before));
    if (session.view) this.#attend(session.view, null);
    return () => {
      quiet();
      this.#sounds.close();
    };
  }

  /** A gesture: from the first one on a page may be heard. */
  wake(): void {
    this.#sounds.wake();
  }

  /** Say once of one's clock that it is late. */
  warn(ticker: Ticker): void {
    const { room, me } = this.play.session;
    const clock = room?.clock;
    if (!clock || clock.chair !== me.chair || clock.began === this.#warned) return;
    if (!isLate(clock, ticker.now)) return;
    this.#warned = clock.began;
    this.voice.say(say('at.clock.ten'));
  }

  #attend(next: View, before: View | null): void {
    if (isToChoose(next) && !(before && isToChoose(before))) {
      this.#call(this.title(), choosing(next.room));
    }
    const hand = next.hand;
    if (!hand) return;
    if (hand.seats.some(({ place }) => place !== null)) this.orderedGame = hand.game;
    const isNew =
      before?.hand?.hand !== hand.hand ||
      before.hand.decision !== hand.decision ||
      before.hand.result.length !== hand.result.length;
    if (!isNew) return;
    this.deeds = after(before?.hand?.hand === hand.hand ? this.deeds : {}, hand.events);
    if (before) {
      this.#noise(hand.events.map(({ kind }) => kind));
      this.move(next, before);
    }
    if (this.play.isTurn) this.#call(hand.title, announcement(hand));
  }

  /** One is asked for something: that is heard at once, also by who looks at another page. */
  #call(title: string, text: string): void {
    if (prefs.sounds) this.#sounds.play('turn');
    this.voice.say(text);
    if (prefs.notify) notify(title, text);
  }

  #noise(kinds: string[]): void {
    if (!prefs.sounds) return;
    for (const sound of soundsOf(kinds)) this.#sounds.play(sound);
  }
}
