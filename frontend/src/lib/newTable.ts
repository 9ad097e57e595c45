/** The form of a new table, and the request that is made of it. */

import type { GameOffer, GamePlan, NewTable, OptionOffer } from '../protocol/http';

/** The value of a game's option. */
export type OptionValue = string | number;

interface NewTableForm {
  name: string;
  /** The option values typed, by chosen game. */
  games: Record<string, Record<string, OptionValue>>;
  chairs: number | null;
  least: number | null;
  most: number | null;
  turn: number;
  timeBank: number;
  pause: number;
  automatic: boolean;
  coach: boolean;
  rabbit: boolean;
  public: boolean;
  /** What chips stand for, and how many are one of it. */
  worth: { name: string; chips: number };
  bots: number;
  strength: string;
  match: MatchForm;
  /** People deal with a deck of their own; `people`: the names of those without a phone. */
  real: { isOn: boolean; people: string; chips: boolean };
}

interface MatchForm {
  isOn: boolean;
  stack: number | null;
  ends: 'hands' | 'minutes';
  length: number;
  rebuys: boolean;
  grows: 'no' | 'hands' | 'minutes';
  every: number;
}

export function emptyForm(): NewTableForm {
  return {
    name: '',
    games: {},
    chairs: null,
    least: null,
    most: null,
    turn: 30,
    timeBank: 60,
    pause: 6,
    automatic: true,
    coach: true,
    rabbit: true,
    public: false,
    worth: { name: '', chips: 1 },
    bots: 0,
    strength: 'regular',
    match: {
      isOn: false,
      stack: null,
      ends: 'minutes',
      length: 60,
      rebuys: false,
      grows: 'minutes',
      every: 10,
    },
    real: { isOn: false, people: '', chips: false },
  };
}

/** The rules of a match, and its stack. */
function matchRequest({ stack, ends, length, rebuys, grows, every }: MatchForm): Partial<NewTable> {
  return {
    ...(stack && { least: stack, most: stack }),
    match: {
      [ends]: length,
      rebuys: Number(rebuys),
      ...(grows !== 'no' && { [`level_${grows}`]: every }),
    },
  };
}

function buyIns({ least, most }: NewTableForm): Partial<NewTable> {
  return { ...(least && { least }), ...(most && { most }) };
}

function worthRequest({ worth: { name, chips } }: NewTableForm): Partial<NewTable> {
  return name.trim() ? { worth: { name: name.trim(), chips } } : {};
}

/** The most chairs that a table for the chosen games can have. */
export function maxChairs(offers: GameOffer[], form: NewTableForm): number {
  return Math.max(2, ...chosenGames(offers, form).map(({ most }) => most));
}

export function chosenGames(offers: GameOffer[], form: NewTableForm): GameOffer[] {
  return offers.filter(({ name }) => name in form.games);
}

/** People without a phone, from the second chair on: the first is the host's. */
function peopleRequest({ real }: NewTableForm, chairs: number): Partial<NewTable> {
  const names = real.people.split(/[,;\n]/).map((name) => name.trim());
  const people = names.filter((name) => name).slice(0, chairs - 1);
  return {
    cards: 'real',
    real_chips: real.chips,
    people: people.map((name, n) => ({ chair: n + 1, name })),
  };
}

/** The request for the table. Bots get the last chairs, so that the first is the host's. */
export function newTableRequest(offers: GameOffer[], form: NewTableForm): NewTable {
  const chosen = chosenGames(offers, form);
  const chairs = form.chairs ?? maxChairs(offers, form);
  const isReal = form.real.isOn;
  const bots = isReal ? 0 : Math.min(form.bots, chairs - 1);
  return {
    name: form.name.trim(),
    games: chosen.map((offer) => gamePlan(offer, form.games[offer.name]!)),
    dealers_choice: chosen.length > 1,
    chairs,
    ...(form.match.isOn && !isReal ? matchRequest(form.match) : buyIns(form)),
    turn: form.turn,
    time_bank: form.timeBank,
    pause: form.pause,
    automatic: form.automatic,
    coach: form.coach,
    rabbit: form.rabbit,
    public: form.public,
    ...worthRequest(form),
    ...(isReal && peopleRequest(form, chairs)),
    bots: Array.from({ length: bots }, (_, n) => ({
      chair: chairs - 1 - n,
      strength: form.strength,
    })),
  };
}

/** A game with the options that differ from their defaults. */
function gamePlan(offer: GameOffer, typed: Record<string, OptionValue>): GamePlan {
  const differs = ({ name, default: usual }: OptionOffer) =>
    typed[name] !== undefined && typed[name] !== null && typed[name] !== usual;
  const options = offer.options.filter(differs).map(({ name }) => [name, typed[name]!]);
  return { name: offer.name, options: Object.fromEntries(options) as Record<string, OptionValue> };
}
