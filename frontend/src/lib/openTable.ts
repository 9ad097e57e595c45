/** Opens new tables, with defaults where the viewer is not asked. */

import type { GameOffer, NewTable, Opened } from '../protocol/http';
import { api } from './api';
import { me } from './guest.svelte';
import { say } from './words';

/** Bots at a table against bots, if the game takes so many players. */
const BOTS = 3;
/** A player among bots keeps nobody waiting: seconds of a turn, and between two hands. */
const BOT_TABLE_CLOCK = { turn: 180, pause: 4 };

/** A table against bots, whose host has the first chair. */
export async function openBotTable(game: GameOffer, name: string): Promise<Opened> {
  const count = Math.max(game.least - 1, Math.min(BOTS, game.most - 1));
  const bots = Array.from({ length: count }, (_, n) => ({ chair: n + 1 }));
  return openTable(name, { games: [{ name: game.name }], bots, ...BOT_TABLE_CLOCK });
}

/** A table by invitation. */
export async function openFriendsTable(game: GameOffer, name: string): Promise<Opened> {
  return openTable(name, { games: [{ name: game.name }] });
}

/** A new table whose host has a name, or the default one. Throws `ApiError`. */
export async function openTable(name: string, table: NewTable): Promise<Opened> {
  await me.setName(name.trim() || say('name.nobody'));
  return api.create(table);
}
