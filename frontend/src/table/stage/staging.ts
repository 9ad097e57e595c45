/**
 * What one action brought about, as stages that are shown one after the other: cards before
 * verdicts, and the winner after the last card. The order is that of the hand's events; every game
 * has its stages by the kinds of its events.
 */

import type {
  LaidCard,
  HandEvent,
  SeatView,
  Sentence,
  TableView,
  View,
} from '../../protocol/socket';
import { HIDDEN } from '../model/cards';

/** Some consecutive events that are shown together: those from `from` to before `to`. */
interface Stage {
  kind: string;
  from: number;
  to: number;
  wait: number;
  hold?: number;
  is_close?: boolean;
}

/** A view to be shown, and for how long before the next one (ms). */
export interface Frame {
  view: View;
  wait: number;
  /** The number of its stage; the end has none. */
  stage?: number;
  /** How much longer it is shown where what comes next decides, and it is close (ms). */
  hold?: number;
  /** Is it close by the hands that are shown? By the cards to come only the chances tell. */
  isClose?: boolean;
}

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
const CARDS = ['dealt', 'collected', 'shown', 'laid', 'received'];
const WINNING = ['won', 'split', 'won_side', 'split_side'];
/** Events that pay chips outside of the pots, and those that put chips in where there are such. */
const SETTLED = ['side_won', 'side_lost', 'bonus'];
const STAKES = ['bought', 'staked', 'anted'];

/** The stages of a view's events; together they are all of the events. */
export function stagesOf({ stages = [] }: TableView): Stage[] {
  return stages.map((stage, n) => ({ ...stage, from: stages[n - 1]?.to ?? 0 }));
}

/**
 * The frames of a view that came after another one. The last one is the view as it came, and its
 * events are those of its stage.
 */
export function framesOf(view: View, before: View): Frame[] {
  const hand = view.hand;
  const stages = hand && isNext(view, before) ? stagesOf(hand) : [];
  if (!hand || !stages.length) return [{ view, wait: 0 }];
  const said = saidBy(view, stages);
  const frames = stages.map((stage, n) => ({
    view: { ...frameAt(view, before, stage), said: said[n]! },
    wait: stage.wait,
    stage: n,
    hold: stage.hold ?? 0,
    isClose: stage.is_close ?? false,
  }));
  const end = stages.at(-1)!;
  const isSwept = end.wait > 0; // swept cards are shown before they go
  if (!isSwept) frames.pop();
  const last = isSwept ? said.at(-1)! : said.slice(-2).flat();
  const events = isSwept ? [] : hand.events.slice(end.from);
  return [...frames, { view: { ...view, said: last, hand: { ...hand, events } }, wait: 0 }];
}

/** Is all that came between the two views one deal, one action, or what several have decided? */
function isNext({ hand, is_whole }: View, { hand: before }: View): boolean {
  if (!hand || is_whole) return false;
  return hand.hand === before?.hand
    ? hand.decision === before.decision + (hand.verbs ?? 1)
    : hand.decision === 0 && (!before || hand.hand === before.hand + 1);
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
      asked: [],
      decided: null,
      menu: [],
      result: [],
      seats,
      board: boardAt(hand, prior, done, later),
      pots: hand.result.length ? potsBefore(hand, prior, seats) : hand.pots,
      facts: factsAt(hand, prior, stage),
      to_come: (hand.to_come ?? 0) + later.filter(({ kind }) => kind === 'board').length,
      course: (stage.kind === 'shown' ? null : prior?.course) ?? hand.course ?? null,
      events: hand.events.slice(stage.from, stage.to),
    },
  };
}

/** The facts as they were at the end of a stage: counts of cards and rounds follow the events. */
function factsAt(hand: TableView, prior: TableView | null, stage: Stage): TableView['facts'] {
  const facts = { ...(prior?.facts ?? hand.facts) };
  const [done, later] = [hand.events.slice(0, stage.to), hand.events.slice(stage.to)];
  const deals = ({ kind }: HandEvent) => ['dealt', 'board', 'match'].includes(kind);
  const isRefilled = hand.events.some(({ kind }) => kind === 'refilled');
  if (typeof hand.facts.cards_left === 'number' && !isRefilled)
    facts.cards_left =
      hand.facts.cards_left + later.filter(deals).length + burnsAfter(hand, prior, stage, deals);
  if (typeof hand.facts.round === 'number') {
    const rounds = later.filter(({ kind }) => kind === 'match').length;
    const isBegun = done.findLast(deals)?.kind === 'dealt' && stage.kind !== 'hole';
    const round = hand.facts.round - rounds + (rounds && isBegun ? 1 : 0);
    if (round) facts.round = round;
    else delete facts.round; // None has begun.
  }
  if (!prior && typeof facts.in_discards === 'number') facts.in_discards = 0;
  if (stagesOf(hand)[0]?.kind === 'told') delete facts.own_choice;
  return facts;
}

/** The cards burned after a stage: no event tells of them, and one comes before a deal at most. */
function burnsAfter(
  hand: TableView,
  prior: TableView | null,
  stage: Stage,
  deals: (event: HandEvent) => boolean,
): number {
  if (typeof prior?.facts.cards_left !== 'number') return 0;
  const taken = prior.facts.cards_left - Number(hand.facts.cards_left);
  const burned = Math.max(0, taken - hand.events.filter(deals).length);
  const later = stagesOf(hand).filter(({ from }) => from >= stage.to);
  return Math.min(
    burned,
    later.filter(({ from, to }) => hand.events.slice(from, to).some(deals)).length,
  );
}

/** A seat as it was at the end of a stage. */
function seatAt(hand: TableView, prior: TableView | null, seat: number, stage: Stage): SeatView {
  const last = hand.seats[seat]!;
  const first = prior?.seats[seat];
  const own = (events: readonly HandEvent[]) => events.filter((event) => event.seat === seat);
  const [done, later] = [own(hand.events.slice(0, stage.to)), own(hand.events.slice(stage.to))];
  const isOver = hand.result.length > 0;
  const won = hand.result.find((one) => one.seat === seat)?.won ?? 0;
  const toPay = later.reduce((sum, { kind, amount }) => sum + (kind === 'paid' ? amount : 0), 0);
  const goes = later.some(({ kind }) => GOING.includes(kind));
  const comes = hasCards(later) || hand.events.slice(stage.to).some(({ kind }) => kind === 'board');
  const came =
    hasCards(done) || hand.events.slice(0, stage.to).some(({ kind }) => kind === 'board');
  const named = !comes ? last : !came && first ? first : { hand: null, best: [] };
  return {
    ...last,
    stack: first && later.some(isSettled) ? first.stack - paidIn(done) : last.stack - won + toPay,
    paid: last.paid - toPay,
    status: goes ? 'live' : last.status,
    marks: isOver && first ? first.marks : last.marks,
    cards: cardsAt(hand, prior, seat, stage, goes),
    hand: named.hand,
    best: named.best,
    place: first?.place ?? null,
  };
}

/** Do chips change hands by this event, outside of the pots? */
function isSettled({ kind }: HandEvent): boolean {
  return SETTLED.includes(kind);
}

function paidIn(events: readonly HandEvent[]): number {
  return events.reduce((sum, { kind, amount }) => sum + (STAKES.includes(kind) ? amount : 0), 0);
}

function hasCards(events: readonly HandEvent[]): boolean {
  return events.some(({ kind }) => CARDS.includes(kind));
}

function cardsAt(
  hand: TableView,
  prior: TableView | null,
  seat: number,
  stage: Stage,
  goes: boolean,
): LaidCard[] {
  const known = prior?.seats[seat]?.cards ?? [];
  const later = hand.events.slice(stage.to).filter((event) => event.seat === seat);
  const cards = hand.seats[seat]!.cards.map((card) => {
    const old = known.find((one) => one.card === card.card && one.zone === card.zone);
    return goes ? { ...card, dead: old?.dead ?? false } : card;
  });
  const isMatched = hand.events.some(({ kind }) => kind === 'match');
  for (const event of [...later].reverse()) {
    const { kind, card } = event;
    const isActive = isMatched && card !== HIDDEN && !isDown(hand, event);
    if (kind === 'collected' || (kind === 'dealt' && !isActive)) remove(cards, card);
    if (kind === 'received') takeBack(cards, known, card);
    if (kind === 'shown' && seat !== hand.seat && !known.some((one) => one.card === card))
      turnDown(cards, card);
  }
  return isMatched ? [...cards, ...activeCards(hand, known, seat, stage)] : cards;
}

/** Was this card dealt face down, though its owner sees it? */
function isDown(hand: TableView, event: HandEvent): boolean {
  const n = hand.events.indexOf(event);
  return stagesOf(hand).some(({ kind, from, to }) => kind === 'hole' && from <= n && n < to);
}

/** The cards of a round of matching that nobody has kept yet; those that are swept away lie dead. */
function activeCards(
  hand: TableView,
  known: readonly LaidCard[],
  seat: number,
  stage: Stage,
): LaidCard[] {
  const active: LaidCard[] = known
    .filter(({ zone }) => zone === 'active')
    .map((one) => ({ ...one }));
  let isMatched = false;
  for (const event of hand.events.slice(0, stage.to)) {
    const { kind, seat: owner, card } = event;
    if (isDown(hand, event)) continue; // a stock card is not active
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
  done: readonly HandEvent[],
  later: readonly HandEvent[],
): LaidCard[] {
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
  const paid = (seat: number) => seats[seat]!.paid;
  const levels = [...new Set(live.map(paid))].sort((a, b) => a - b);
  return Array.from(amounts, (amount = 0, n) => ({
    amount,
    seats:
      (amounts.length === 1 && prior?.pots[0]?.seats) ||
      live.filter((seat) => paid(seat) >= (levels[n] ?? 0)),
  }));
}

/** Take the last card of this name away. */
function remove(cards: LaidCard[], card: string | null): void {
  const at = cards.findLastIndex((one) => one.card === card);
  if (at >= 0) cards.splice(at, 1);
}

/** Take a received card away: one that the viewer knows is hidden in what all are told. */
function takeBack(cards: LaidCard[], known: readonly LaidCard[], card: string | null): void {
  const isNew = (one: LaidCard) =>
    one.card !== HIDDEN && !known.some((old) => old.card === one.card);
  remove(cards, card === HIDDEN ? (cards.findLast(isNew)?.card ?? card) : card);
}

function turnDown(cards: LaidCard[], card: string | null): void {
  const at = cards.findIndex((one) => one.card === card);
  if (at >= 0) cards[at] = { ...cards[at]!, card: HIDDEN };
}
