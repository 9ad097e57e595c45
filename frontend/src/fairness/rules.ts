/** The deck of a hand by the rules of its game, where this page knows the game. */

import { codes, decks, games } from './decks.json'; // made by `make docs`
import { cardsOf } from './deals';

const GAMES = new Map(Object.entries(games));
const CODES = new Map(Object.entries(codes));

/** A game's name; histories write a code for some. */
export const nameOf = (game: string): string => CODES.get(game) ?? game;

/** The cards that so many seats are dealt from; null where only the room knows them. */
export function deckByRules(game: string, seats: number): string[] | null {
  const rules = GAMES.get(nameOf(game));
  if (!rules) return null;
  const [deck, players, banks] = rules as [number, number, number];
  const copies = players ? Math.ceil((seats - banks) / players) : 1;
  return cardsOf(decks[deck]!.repeat(Math.max(1, copies)));
}
