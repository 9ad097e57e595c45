/** New tables: what is taken for granted where nobody is asked. */

import type { GameOffer, NewTable, Opened } from '../protocol/http';
import { api } from './api';
import { me } from './guest.svelte';
import { say } from './words';

/** Others at a table against bots, if the game takes so many. */
const COMPANY = 3;
/** Nobody waits for one who plays against bots: seconds of a turn, and between two hands. */
const LEISURE = { turn: 180, pause: 4 };

/** A table at once, against bots: its host has the first chair. */
export async function againstBots(game: GameOffer, name: string): Promise<Opened> {
  const others = Math.max(game.least - 1, Math.min(COMPANY, game.most - 1));
  const bots = Array.from({ length: others }, (_, place) => ({ chair: place + 1 }));
  return open(name, { games: [{ name: game.name }], bots, ...LEISURE });
}

/** A table by invitation. */
export async function forFriends(game: GameOffer, name: string): Promise<Opened> {
  return open(name, { games: [{ name: game.name }] });
}

/** A new table, whose host goes by a name; without one he is a guest. Throws `NotDone`. */
export async function open(name: string, wanted: NewTable): Promise<Opened> {
  await me.name(name.trim() || say('name.nobody'));
  return api.create(wanted);
}
