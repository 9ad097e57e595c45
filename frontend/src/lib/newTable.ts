/** The form of a new table: what has been chosen, and what is sent for it. */

import type { GameOffer, GamePlan, NewTable, OptionOffer } from '../protocol/http';

export type Value = string | number;

export interface Form {
  name: string;
  /** By game, what was typed for its options. A game that is not here is not played. */
  games: Record<string, Record<string, Value>>;
  chairs: number | null;
  least: number | null;
  most: number | null;
  turn: number;
  bank: number;
  pause: number;
  automatic: boolean;
  coach: boolean;
  public: boolean;
  bots: number;
  strength: string;
}

export function emptyForm(): Form {
  return {
    name: '',
    games: {},
    chairs: null,
    least: null,
    most: null,
    turn: 30,
    bank: 60,
    pause: 6,
    automatic: true,
    coach: true,
    public: false,
    bots: 0,
    strength: 'regular',
  };
}

/** Chairs that a table for these games can have. */
export function mostChairs(offers: GameOffer[], form: Form): number {
  return Math.max(2, ...played(offers, form).map(({ most }) => most));
}

/** The games that are chosen, as they were offered. */
export function played(offers: GameOffer[], form: Form): GameOffer[] {
  return offers.filter(({ name }) => name in form.games);
}

/** What the room is asked for. Bots have the last chairs, so that the first is the host's. */
export function wantedBy(offers: GameOffer[], form: Form): NewTable {
  const chosen = played(offers, form);
  const chairs = form.chairs ?? mostChairs(offers, form);
  const bots = Math.min(form.bots, chairs - 1);
  return {
    name: form.name.trim(),
    games: chosen.map((offer) => planOf(offer, form.games[offer.name]!)),
    dealers_choice: chosen.length > 1,
    chairs,
    ...(form.least && { least: form.least }),
    ...(form.most && { most: form.most }),
    turn: form.turn,
    bank: form.bank,
    pause: form.pause,
    automatic: form.automatic,
    coach: form.coach,
    public: form.public,
    bots: Array.from({ length: bots }, (_, place) => ({
      chair: chairs - 1 - place,
      strength: form.strength,
    })),
  };
}

/** A game with the options that differ from its own. */
function planOf(offer: GameOffer, typed: Record<string, Value>): GamePlan {
  const differs = ({ name, default: own }: OptionOffer) =>
    typed[name] !== undefined && typed[name] !== null && typed[name] !== own;
  const options = offer.options.filter(differs).map(({ name }) => [name, typed[name]!]);
  return { name: offer.name, options: Object.fromEntries(options) as Record<string, Value> };
}
