/** Effects of a new view: announcements, sounds, notifications and motion. */

import { notify } from '../../lib/notifications';
import { prefs } from '../../lib/prefs.svelte';
import { say } from '../../lib/words';
import type { ChatLine, View } from '../../protocol/socket';
import { gameChoiceAnnouncement, turnAnnouncement } from '../model/announcements';
import { isEnding, runsFor } from '../model/clock';
import { hasProgressed } from '../model/handTracker.svelte';
import { isNudge } from '../model/nudge';
import type { Play } from '../model/play.svelte';
import { isChoosingGame } from '../model/players';
import type { Ticker } from '../model/ticker.svelte';
import { Announcer } from './announcer.svelte';
import { Sounds, soundsOf } from './sounds';

/** Perceived volume of the sounds: 7 of 10 is their original level. */
const volume = (): number => (prefs.volume / 7) ** 2;

export class TableEffects {
  readonly announcer = new Announcer();
  /** The announcement of the viewer's last turn. */
  #turn = '';
  readonly #sounds = new Sounds();
  /** When the clock began that the player has been warned of. */
  #warned = 0;

  /** `title`: of the game; `animate` moves what goes from place to place between two views. */
  constructor(
    private readonly play: Play,
    private readonly title: () => string,
    private readonly animate: (view: View, before: View) => void,
  ) {}

  /** Follow the table; the returned function stops it. */
  follow(): () => void {
    const { session } = this.play;
    const stop = session.listen((view, before) => this.#receive(view, before));
    session.onChat = (line) => this.#hear(line);
    if (session.view) this.#receive(session.view, null);
    return () => {
      stop();
      session.onChat = null;
      this.#sounds.close();
    };
  }

  /** To be called in a gesture: browsers allow no sound before the first one. */
  wake(): void {
    this.#sounds.wake();
  }

  /** Announce once that the viewer's clock is about to run out. */
  warn(ticker: Ticker): void {
    const { room, me, table } = this.play.session;
    const clock = room?.clock;
    if (!clock || !runsFor(clock, me.chair) || clock.began === this.#warned) return;
    if (table?.decided) return;
    if (!isEnding(clock, ticker.now)) return;
    this.#warned = clock.began;
    this.announcer.announce(say('at.clock.ten'));
  }

  #hear(line: ChatLine): void {
    const { session } = this.play;
    const isAsked = this.play.isTurn || this.play.isChoosing;
    if (!isAsked || !isNudge(line, session.me.guest, session.now())) return;
    if ('vibrate' in navigator) navigator.vibrate(300);
    this.#call(this.title(), say('at.clock.nudged', { name: line.name }));
  }

  #receive(view: View, before: View | null): void {
    if (isChoosingGame(view) && !(before && isChoosingGame(before))) {
      this.#call(this.title(), gameChoiceAnnouncement(view.room));
    }
    const hand = view.hand;
    if (!hand || !hasProgressed(view, before)) return;
    if (before) {
      this.#playSounds(hand.events.map(({ kind }) => kind));
      this.animate(view, before);
    }
    this.announcer.withdraw(this.#turn);
    if (!this.play.isTurn) return;
    this.#turn = turnAnnouncement(hand);
    this.#call(hand.title, this.#turn);
  }

  /** Notify the viewer of a decision at once, even on another page. */
  #call(title: string, text: string): void {
    if (prefs.sounds) this.#sounds.play('turn', volume());
    this.announcer.announce(text);
    if (prefs.notify) notify(title, text);
  }

  #playSounds(kinds: string[]): void {
    if (!prefs.sounds) return;
    for (const sound of soundsOf(kinds)) this.#sounds.play(sound, volume());
  }
}
