/**
 * What one action brought about, as stages that are shown one after the other: cards before
 * verdicts, and the winner after the last card. The order is that of the hand's events; every game
 * has its stages by the kinds of its events.
 */

import type {
  CardView,
  EventView,
  SeatView,
  Sentence,
  TableView,
  View,
} from '../../protocol/socket';
import { HIDDEN } from '../model/cards';

/** The content of a stage. */
type Kind = 'action' | 'deal' | 'card' | 'board' | 'match' | 'kept' | 'shown' | 'out' | 'end';

/** Some consecutive events that are shown together: those from `from` to before `to`. */
interface Stage {
  kind: Kind;
  from: number;
  to: number;
}

/** A view to be shown, and for how long before the next one (ms). */
export interface Frame {
  view: View;
  wait: number;
}

/** The time that a stage is shown, if there is time (ms). */
const WAITS: Record<Kind, number> = {
  action: 500,
  deal: 1100,
  card: 1100,
  board: 1300,
  match: 1500,
  kept: 1700,
  shown: 1400,
  out: 800,
  end: 0,
};
/** Stages that turn up something unknown. */
const REVEALS: Kind[] = ['card', 'board', 'match', 'shown'];
/** Events by which a hand goes out. */
const GOING = [
  'folded',
  'out_beaten',
  'out_complete',
  'out_short',
  'mucked',
  'kicked_out',
  'beaten',
  'stayed_out',
];
/** Events that change or show the cards of a seat. */
const CARDS = ['dealt', 'collected', 'shown', 'laid'];
const WINNING = ['won', 'split', 'won_side', 'split_side'];
/** Events that pay chips outside of the pots, and those that put chips in where there are such. */
const SETTLED = ['side_won', 'side_lost', 'bonus'];
const STAKES = ['bought', 'staked', 'anted'];
const FORCED = ['anted', 'posted'];

const KINDS: Readonly<Record<string, Kind>> = {
  street: 'board',
  board: 'board',
  to_beat: 'card',
  match: 'match',
  keeps: 'match',
  keeps_all: 'match',
  collected: 'kept',
  missed: 'kept',
  shown: 'shown',
  ...Object.fromEntries(GOING.slice(1).map((kind) => [kind, 'out' as const])),
  ...Object.fromEntries(WINNING.map((kind) => [kind, 'end' as const])),
};
/** The verdict on a card is shown with the card. */
const VERDICTS = ['safe', 'out_beaten', 'bonus'];
/** Events that are shown with whatever came before them. */
const AFTERWARDS = ['returned', 'shared', 'stays'];
/** Events that begin a stage even after one of their kind. */
const OPENERS = ['street', 'to_beat', 'match'];

/** The stages of some events, in their order; together they are all of the events. */
export function stagesOf(events: readonly EventView[]): Stage[] {
  const stages: Stage[] = [];
  events.forEach((event, n) => {
    const last = stages.at(-1);
    const kind = kindAt(events, n);
    if (last && belongs(events, n, kind, last)) last.to = n + 1;
    else stages.push({ kind, from: n, to: n + 1 });
  });
  return stages;
}

/** Is there anything to wait for: several things turned up, or one that decides something? */
export function isSuspenseful(stages: readonly Stage[]): boolean {
  const reveals = stages.filter(({ kind }) => REVEALS.includes(kind)).length;
  return reveals > 1 || (reveals === 1 && !REVEALS.includes(stages.at(-1)!.kind));
}

/**
 * The frames of a view that came after another one. The last one is the view as it came, and its
 * events are those of its stage.
 */
export function framesOf(view: View, before: View): Frame[] {
  const hand = view.hand;
  const stages = hand && isNext(view, before) ? stagesOf(hand.events) : [];
  if (!hand || !isSuspenseful(stages)) return [{ view, wait: 0 }];
  const said = saidBy(view, stages);
  const frames = stages.map((stage, n) => ({
    view: { ...frameAt(view, before, stage), said: said[n]! },
    wait: WAITS[stage.kind],
  }));
  const end = stages.at(-1)!;
  const isSwept = end.kind === 'kept'; // swept cards are shown before they go
  if (!isSwept) frames.pop();
  const last = isSwept ? said.at(-1)! : said.slice(-2).flat();
  const events = isSwept ? [] : hand.events.slice(end.from);
  return [...frames, { view: { ...view, said: last, hand: { ...hand, events } }, wait: 0 }];
}

/** Has exactly one action, or one deal, come between the two views? */
function isNext({ hand, is_whole }: View, { hand: before }: View): boolean {
  if (!hand || is_whole) return false;
  return hand.hand === before?.hand
    ? hand.decision === before.decision + 1
    : hand.decision === 0 && (!before || hand.hand === before.hand + 1);
}

function kindAt(events: readonly EventView[], n: number): Kind {
  const { kind } = events[n]!;
  if (kind === 'dealt') return isBought(events, n) ? 'card' : 'deal';
  if (VERDICTS.includes(kind) && n && kindAt(events, n - 1) === 'card') return 'card';
  return KINDS[kind] ?? 'action';
}

/** Is this card one of those that one seat alone gets face up, and not of a deal to all? */
function isBought(events: readonly EventView[], n: number): boolean {
  const { seat, card } = events[n]!;
  if (card === HIDDEN || events.some(({ kind }) => FORCED.includes(kind) || kind === 'match'))
    return false;
  const isOther = (event: EventView | undefined) => event?.kind === 'dealt' && event.seat !== seat;
  let [first, last] = [n, n];
  while (events[first - 1]?.kind === 'dealt' && events[first - 1]!.seat === seat) first -= 1;
  while (events[last + 1]?.kind === 'dealt' && events[last + 1]!.seat === seat) last += 1;
  return !isOther(events[first - 1]) && !isOther(events[last + 1]);
}

function belongs(events: readonly EventView[], n: number, kind: Kind, stage: Stage): boolean {
  const [before, event] = [events[n - 1]!, events[n]!];
  if (AFTERWARDS.includes(event.kind)) return true;
  if (kind !== stage.kind || OPENERS.includes(event.kind)) return false;
  if (event.kind === 'dealt' && kind === 'card') return before.kind === 'to_beat';
  if (event.kind === 'board') return events[stage.from]!.kind === 'street';
  if (kind === 'shown') return before.seat === event.seat;
  return kind !== 'out';
}

/** The sentences of every stage, and then those that belong to the end alone. */
function saidBy({ said }: View, stages: readonly Stage[]): Sentence[][] {
  const released: Sentence[][] = [...stages.map(() => []), []];
  let told = 0;
  let isBefore = true;
  for (const sentence of said) {
    const cards = sentence.key.startsWith('event.') ? sentence.values.cards : null;
    if (Array.isArray(cards)) {
      isBefore = false;
      told += cards.length;
      const stage = stages.findIndex(({ to }) => told <= to);
      released.at(stage)!.push(sentence);
    } else released.at(isBefore ? 0 : -1)!.push(sentence);
  }
  return released;
}

/** The view as far as the events up to the end of a stage have made it. */
function frameAt(view: View, before: View, stage: Stage): View {
  const hand = view.hand!;
  const prior = before.hand?.hand === hand.hand ? before.hand : null;
  const done = hand.events.slice(0, stage.to);
  const later = hand.events.slice(stage.to);
  const seats = hand.seats.map((_, seat) => seatAt(hand, prior, seat, stage));
  const stacks = new Map(before.room.chairs.map(({ chair, stack }) => [chair, stack]));
  return {
    ...view,
    room: {
      ...view.room,
      phase: 'playing',
      clock: null,
      next_hand: null,
      may_show: null,
      shown: {},
      rabbit: [],
      choices: [],
      chairs: view.room.chairs.map((chair) => ({
        ...chair,
        stack: stacks.get(chair.chair) ?? chair.stack,
      })),
    },
    hand: {
      ...hand,
      to_act: null,
      menu: [],
      result: [],
      seats,
      board: boardAt(hand, prior, done, later),
      pots: hand.result.length ? potsBefore(hand, prior, seats) : hand.pots,
      facts: prior?.facts ?? hand.facts,
      to_come: (hand.to_come ?? 0) + later.filter(({ kind }) => kind === 'board').length,
      course: (stage.kind === 'shown' ? null : prior?.course) ?? hand.course ?? null,
      events: hand.events.slice(stage.from, stage.to),
    },
  };
}

/** A seat as it was at the end of a stage. */
function seatAt(hand: TableView, prior: TableView | null, seat: number, stage: Stage): SeatView {
  const last = hand.seats[seat]!;
  const first = prior?.seats[seat];
  const own = (events: readonly EventView[]) => events.filter((event) => event.seat === seat);
  const [done, later] = [own(hand.events.slice(0, stage.to)), own(hand.events.slice(stage.to))];
  const isOver = hand.result.length > 0;
  const won = hand.result.find((one) => one.seat === seat)?.won ?? 0;
  const goes = later.some(({ kind }) => GOING.includes(kind));
  const comes = hasCards(later) || hand.events.slice(stage.to).some(({ kind }) => kind === 'board');
  const came =
    hasCards(done) || hand.events.slice(0, stage.to).some(({ kind }) => kind === 'board');
  const named = !comes ? last : !came && first ? first : { hand: null, best: [] };
  return {
    ...last,
    stack: first && later.some(isSettled) ? first.stack - paidIn(done) : last.stack - won,
    status: goes ? 'live' : last.status,
    marks: isOver && first ? first.marks : last.marks,
    cards: cardsAt(hand, prior, seat, stage, goes),
    hand: named.hand,
    best: named.best,
    place: first?.place ?? null,
  };
}

/** Do chips change hands by this event, outside of the pots? */
function isSettled({ kind }: EventView): boolean {
  return SETTLED.includes(kind);
}

function paidIn(events: readonly EventView[]): number {
  return events.reduce((sum, { kind, amount }) => sum + (STAKES.includes(kind) ? amount : 0), 0);
}

function hasCards(events: readonly EventView[]): boolean {
  return events.some(({ kind }) => CARDS.includes(kind));
}

function cardsAt(
  hand: TableView,
  prior: TableView | null,
  seat: number,
  stage: Stage,
  goes: boolean,
): CardView[] {
  const known = prior?.seats[seat]?.cards ?? [];
  const later = hand.events.slice(stage.to).filter((event) => event.seat === seat);
  const cards = hand.seats[seat]!.cards.map((card) => {
    const old = known.find((one) => one.card === card.card && one.zone === card.zone);
    return goes ? { ...card, dead: old?.dead ?? false } : card;
  });
  const isMatched = hand.events.some(({ kind }) => kind === 'match');
  for (const { kind, card } of [...later].reverse()) {
    if (kind === 'collected' || (kind === 'dealt' && !(isMatched && card !== HIDDEN)))
      remove(cards, card);
    if (kind === 'shown' && seat !== hand.seat && !known.some((one) => one.card === card))
      turnDown(cards, card);
  }
  return isMatched ? [...cards, ...activeCards(hand, known, seat, stage)] : cards;
}

/** The cards of a round of matching that nobody has kept yet; those that are swept away lie dead. */
function activeCards(
  hand: TableView,
  known: readonly CardView[],
  seat: number,
  stage: Stage,
): CardView[] {
  const active: CardView[] = known
    .filter(({ zone }) => zone === 'active')
    .map((one) => ({ ...one }));
  let isMatched = false;
  for (const { kind, seat: owner, card } of hand.events.slice(0, stage.to)) {
    if (kind === 'match') isMatched = true;
    else if (kind === 'dealt' && card !== HIDDEN && isMatched) {
      active.length = 0;
      isMatched = false;
    }
    if (owner !== seat || card === null || card === HIDDEN) continue;
    if (kind === 'dealt' || kind === 'laid') active.push({ card, zone: 'active', dead: false });
    if (kind === 'collected') remove(active, card);
  }
  return active.map((card) => ({ ...card, dead: stage.kind === 'kept' }));
}

function boardAt(
  hand: TableView,
  prior: TableView | null,
  done: readonly EventView[],
  later: readonly EventView[],
): CardView[] {
  const match = done.findLast(({ kind }) => kind === 'match');
  if (match?.card) return [{ card: match.card, zone: 'match', dead: false }];
  if (later.some(({ kind }) => kind === 'match')) return prior?.board ?? [];
  const hidden = later.filter(({ kind }) => kind === 'board').length;
  return hand.board.slice(0, hand.board.length - hidden);
}

/** The pots of a hand that is over, as they lay there before they were won. */
function potsBefore(
  hand: TableView,
  prior: TableView | null,
  seats: readonly SeatView[],
): TableView['pots'] {
  const amounts: number[] = [];
  for (const { kind, count, amount } of hand.events) {
    if (!WINNING.includes(kind)) continue;
    const pot = kind.endsWith('_side') ? count : 0;
    amounts[pot] = (amounts[pot] ?? 0) + amount;
  }
  const live = seats.flatMap(({ status }, seat) => (status === 'live' ? [seat] : []));
  return Array.from(amounts, (amount = 0, n) => ({
    amount,
    seats: prior?.pots[n]?.seats ?? live,
  }));
}

/** Take the last card of this name away. */
function remove(cards: CardView[], card: string | null): void {
  const at = cards.findLastIndex((one) => one.card === card);
  if (at >= 0) cards.splice(at, 1);
}

function turnDown(cards: CardView[], card: string | null): void {
  const at = cards.findIndex((one) => one.card === card);
  if (at >= 0) cards[at] = { ...cards[at]!, card: HIDDEN };
}
