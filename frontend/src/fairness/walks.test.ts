/** Random cheating rooms: each change of visible data is detected, or reported as unchecked. */

import { afterEach, expect, test, vi } from 'vitest';
import { messages } from '../dev/dealer';
import { inDeck, Room } from '../dev/fairRoom';
import type { FromServer, View } from '../protocol/socket';
import type { DealChecker } from './checker';
import { ViewTrack } from './dealStates';
import { SeenCards } from './seenCards';

const HANDS = 4;
type Told = Extract<FromServer, { type: 'commitment' | 'cut' | 'proof' | 'view' }>;
type Random = () => number;
type Cheat = (message: Told, random: Random) => Told[];

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const oneOf = <T>(list: readonly T[], random: Random): T =>
  list[Math.floor(random() * list.length)]!;
const card = (random: Random) => oneOf([...'23456789TJQKA'], random) + oneOf([...'cdhs'], random);

/** One of the values in a message becomes another one, at any depth. */
function changeIn(told: Record<string, unknown>, random: Random): void {
  const key = oneOf(
    Object.keys(told).filter((key) => key !== 'type'),
    random,
  );
  const value = told[key];
  if (typeof value === 'object' && value !== null && Object.keys(value).length)
    return changeIn(value as Record<string, unknown>, random);
  if (typeof value === 'boolean') told[key] = !value;
  if (typeof value === 'number') told[key] = value + oneOf([-1, 1], random);
  if (typeof value !== 'string' || !value) return;
  const at = Math.floor(random() * value.length);
  const other = value.slice(0, at) + oneOf(['0', 'f'], random) + value.slice(at + 1);
  told[key] = value.length === 2 ? card(random) : other;
}

const CHEATS: Record<string, Cheat> = {
  drop: () => [],
  repeat: (message) => [message, message],
  relabel(message, random) {
    const by = oneOf([-2, -1, 1, 2], random);
    if (message.type !== 'view') return [{ ...message, hand: message.hand + by }];
    const { room, hand } = message;
    const moved = hand && random() < 0.7 ? { ...hand, hand: hand.hand + by } : hand;
    return [{ ...message, room: { ...room, hand: room.hand + by }, hand: moved }];
  },
  flicker: (message) => [message.type === 'view' ? { ...message, is_whole: true } : message],
  changeField(message, random) {
    const told = structuredClone(message);
    changeIn(told as unknown as Record<string, unknown>, random);
    return [told];
  },
  changeCard(message, random) {
    const told = structuredClone(message);
    if (told.type === 'view' && told.room.rabbit.length) told.room.rabbit = [card(random)];
    else if (told.type === 'view' && told.hand?.events.length)
      oneOf(told.hand.events, random).card = card(random);
    return [told];
  },
};

/** A room that sends to the checker what a cheat makes of it, and what the checker was shown. */
class CheatingRoom extends Room {
  readonly views: View[] = [];
  /** The cards that each hand dealt, by decision, and the one to come. */
  readonly truth = new Map<number, { dealt: string[][]; rabbit: string[] }>();
  cheat: Cheat | null = null;
  real!: DealChecker;

  constructor(private readonly random: Random) {
    super();
    this.load();
    this.real = this.checker;
    const send = (message: Told) => {
      const isCheated = this.cheat && this.random() < 0.3;
      for (const told of isCheated ? this.cheat!(message, this.random) : [message]) {
        if (told.type === 'view') this.views.push(told);
        this.real.receive(told);
      }
    };
    this.checker = {
      welcome: (guest: string, name: string) => this.real.welcome(guest, name),
      commitment: send,
      cut: send,
      view: send,
      proof: send,
    } as unknown as DealChecker;
  }

  async handOf(): Promise<void> {
    await this.commit();
    this.cut();
    this.view([0, 1]);
    this.view([3], {}, { dealt: [3], board: 0 });
    this.prove([0, 1, 3]);
    const [next] = this.opened([5]);
    const dealt = [[0, 1], [3]].map((places) => this.opened(places).map(({ card }) => card));
    this.truth.set(this.hand, { dealt, rabbit: [next!.card] });
    if (this.random() < 0.4) return;
    this.checker.view({ ...this.shown!, room: { ...this.shown!.room, rabbit: [next!.card] } });
    const at = this.actions.flat();
    this.checker.proof(messages.proof(this.deal, inDeck([0, 1, 3]), inDeck([5]), at));
  }

  /** A proven hand has shown the committed cards, and doubts reach the player. */
  judge(): void {
    const { counts, gaps, breaches, deals } = this.real.state;
    for (const { room, hand } of this.views) {
      const truth = this.truth.get(room.hand);
      if (deals[room.hand]?.standing !== 'proven' || !hand || !truth) continue;
      const told = hand.events.map(({ card }) => card);
      expect(told).toEqual(truth.dealt[hand.decision] ?? []);
      if (room.rabbit.length) expect(room.rabbit).toEqual(truth.rabbit);
    }
    if (counts.unchecked + counts.wrong > 0) expect(gaps.length + breaches.length).not.toBe(0);
  }
}

/** A hand, some in which the room cheats in one way, and perhaps another hand. */
async function walk(seed: number): Promise<CheatingRoom> {
  const random = randomFrom(seed);
  const room = new CheatingRoom(random);
  await room.connect();
  await room.handOf();
  room.judge();
  room.cheat = oneOf(Object.values(CHEATS), random);
  for (let hand = 2; hand < HANDS; hand++) {
    await room.handOf();
    room.judge();
  }
  room.cheat = null;
  await room.handOf();
  room.judge();
  return room;
}

afterEach(() => vi.restoreAllMocks());

const SEEDS = Array.from({ length: 30 }, (_, seed) => seed);

async function walks(): Promise<Set<string>> {
  const found = new Set<string>();
  for (const seed of SEEDS)
    for (const { kind } of (await walk(seed)).real.state.breaches) found.add(kind);
  return found;
}

test('no random cheat changes a proven hand, or leaves one unchecked in silence', async () => {
  expect((await walks()).size).toBeGreaterThan(5);
});

test('the walk finds a checker that does not look at the cards', async () => {
  for (const part of ['isInOrder', 'lieWhereDealt'] as const)
    vi.spyOn(SeenCards.prototype, part).mockReturnValue(true);
  vi.spyOn(SeenCards.prototype, 'missing').mockReturnValue([]);
  await expect(walks()).rejects.toThrow();
});

test('the walk finds a checker that does not follow the states', async () => {
  vi.spyOn(ViewTrack.prototype, 'take').mockReturnValue(null);
  await expect(walks()).rejects.toThrow();
});

test('an honest room is never accused on the same walk', async () => {
  const room = new CheatingRoom(randomFrom(1));
  await room.connect();
  for (let hand = 0; hand < HANDS; hand++) await room.handOf();
  room.judge();
  expect(room.real.state).toMatchObject({ breaches: [], gaps: [], counts: { proven: HANDS } });
});
