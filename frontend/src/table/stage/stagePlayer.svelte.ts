/** Shows the views of a table stage by stage, as long as there is time for it. */

import { prefs } from '../../lib/prefs.svelte';
import type { Presenter } from '../../lib/session.svelte';
import { say } from '../../lib/words';
import type { Chances, HandEvent, SeatChance, Sentence, View } from '../../protocol/socket';
import { type Frame, framesOf } from './staging';

/** The part of the viewer's own clock that stages may take. */
const OF_CLOCK = 0.1;
/** The longest that stages take before the viewer's turn, and others' stages within a hand (ms). */
const BEFORE_TURN = 2500;
const LONGEST = 6000;
/** The longest for stages that are left when a hand ends: the end gets the time it was given. */
const LEFT_OVER = 600;
/** The least time for the result before the next hand: `RESULT` of the room (ms). */
const RESULT = 2500;
/** Nobody can follow stages for which there is less time than this (ms). */
const SHORTEST = 250;

/**
 * A person's decision is all but never delayed: when the viewer is to act, the stages that are left
 * take a tenth of the clock at most, and any key or tap ends them.
 */
export class StagePlayer implements Presenter {
  /** The announcement of the present stage; null while there are no stages. */
  told: readonly Sentence[] | null = $state.raw(null);
  #show: (view: View) => void = () => {};
  #queue: Frame[] = [];
  /** The frame that is shown; none at the end. */
  #frame: Frame | undefined;
  /** The chances of the latest hand so far. */
  #heard: Chances[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The events of the last stage that stand for all of its view's, so that none comes twice. */
  #ending: { moment: string; events: HandEvent[] } = { moment: '', events: [] };

  constructor(readonly onchances: (chances: readonly SeatChance[]) => void = () => {}) {}

  /** Chances stand beside the hands from their stage on, if it is not over by now. */
  hear(chances: Chances): void {
    this.#heard.push(chances);
    this.#tellChances();
  }

  #chances(): Chances | undefined {
    const { stage = -1, view } = this.#frame ?? {};
    return this.#heard.findLast(
      ({ hand, decision, stage: from, until }) =>
        hand === view?.hand?.hand &&
        decision === view.hand.decision &&
        from <= stage &&
        stage < until,
    );
  }

  #tellChances(): void {
    this.onchances(this.#chances()?.seats ?? []);
  }

  receive(view: View, before: View | null, show: (view: View) => void): void {
    this.#show = show;
    if (before && moment(view) === moment(before)) return this.#update(view);
    if (!isWanted() || !before || before.room.hand !== view.room.hand) this.finish();
    this.#heard = [];
    const frames = before && isWanted() ? framesOf(view, before) : [{ view, wait: 0 }];
    const isBusy = this.#queue.length > 0;
    this.#ending = { moment: moment(view), events: frames.at(-1)!.view.hand?.events ?? [] };
    const time = timeFor(view);
    this.#queue = isOver(view)
      ? [...scaled(this.#queue, LEFT_OVER), ...scaled(frames, time)]
      : scaled([...this.#queue, ...frames], time);
    if (this.#queue.length > 1 && time < SHORTEST) this.finish();
    else if (!isBusy || view.hand?.menu.length) this.#next();
  }

  /** Show the end at once. Was there anything left to show? */
  finish(): boolean {
    const rest = this.#queue;
    if (!rest.length) return false;
    this.#drop();
    const end = merged(rest);
    this.#ending = { moment: moment(end), events: end.hand?.events ?? [] };
    this.#show(end);
    return true;
  }

  #drop(): void {
    clearTimeout(this.#timer);
    this.#queue = [];
    this.told = null;
    this.#frame = undefined;
    this.#tellChances();
  }

  /** The same moment of the hand again, with something else around it. */
  #update(view: View): void {
    const isStaged = this.#ending.moment === moment(view) && view.hand !== null;
    const next = isStaged
      ? { ...view, hand: { ...view.hand!, events: this.#ending.events } }
      : view;
    const last = this.#queue.pop();
    if (view.is_whole) this.#drop();
    if (!last || view.is_whole) return this.#show(next);
    this.#queue.push({ view: { ...next, said: [...last.view.said, ...view.said] }, wait: 0 });
  }

  #next(): void {
    clearTimeout(this.#timer);
    const frame = this.#queue.shift();
    const isLast = !this.#queue.length;
    this.told = frame && !isLast ? frame.view.said : null;
    this.#frame = isLast ? undefined : frame;
    this.#tellChances();
    if (frame) this.#show(frame.view);
    if (!isLast) this.#timer = setTimeout(() => this.#hold(), frame!.wait);
  }

  /** Hold back the last card, or hand, if it decides what is close. */
  #hold(): void {
    const { hold = 0, isClose = false } = this.#frame!;
    if (!hold || !(isClose || this.#chances()?.is_close)) return this.#next();
    const text = isClose ? say('at.stage.hand') : say('at.stage.card');
    this.told = [{ key: '', values: {}, text }];
    this.#timer = setTimeout(() => this.#next(), hold);
  }
}

/** Which moment of which hand a view shows. */
function moment({ hand }: View): string {
  return hand ? `${hand.hand} ${hand.decision} ${hand.result.length}` : '';
}

/** The end of some frames: the last view, with the sentences and the events of all. */
function merged(frames: readonly Frame[]): View {
  const last = frames.at(-1)!.view;
  const ofHand = frames.flatMap(({ view }) => (view.hand?.hand === last.hand?.hand ? [view] : []));
  const events = ofHand.flatMap(({ hand }) => hand?.events ?? []);
  const said = ofHand.flatMap((view) => view.said);
  return { ...last, said, hand: last.hand && { ...last.hand, events } };
}

/** Frames that take no longer than a time (ms). */
function scaled(frames: readonly Frame[], time: number): Frame[] {
  const whole = frames.reduce((sum, { wait, hold = 0 }) => sum + wait + hold, 0);
  const scale = whole > time ? time / whole : 1;
  return frames.map((frame) => ({
    ...frame,
    wait: frame.wait * scale,
    hold: (frame.hold ?? 0) * scale,
  }));
}

/** Does the viewer want stages, and look at the page? */
function isWanted(): boolean {
  return (
    prefs.stages && !document.hidden && !matchMedia('(prefers-reduced-motion: reduce)').matches
  );
}

function isOver({ hand }: View): boolean {
  return !!hand?.result.length;
}

/**
 * The longest time for the stages before a view (ms). After a hand it is what the room has given
 * them: it deals the next one after their time and that of the result.
 */
function timeFor(view: View): number {
  const { now, room, hand } = view;
  if (hand?.menu.length && room.clock)
    return Math.min(BEFORE_TURN, OF_CLOCK * Math.max(0, room.clock.until - now));
  if (!isOver(view)) return LONGEST;
  return room.rules.pause ? Math.max(0, (room.next_hand ?? Infinity) - now - RESULT) : 0;
}
