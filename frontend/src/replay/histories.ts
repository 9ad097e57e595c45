/** The hands in a dropped file: read as text only; the room replays them. */

import { parse, stringify, type TomlTable } from 'smol-toml';

/** A hand of a file: its name there, and its `.phh` without the proof of its deal. */
export interface FoundHand {
  name: string;
  text: string;
  /** The players' names, where the file has them. */
  players: string[];
  /** Was it dealt with real cards, so that nothing proves the deal? */
  hasRealCards: boolean;
}

/** The most bytes of a file: an evening has a tenth of it, and a browser's tab would hang. */
export const MAX_FILE = 32 * 1024 * 1024;
/** The proof is long, and says nothing about how the hand was played. */
const PROOF = '_fairness';
/** The source of a hand that people told. */
const REAL_CARDS = 'real cards';

/** The hands in the text of a `.phh` or a `.phhs`. Throws for a text that is neither. */
export function readHands(text: string): FoundHand[] {
  const file = parse(text);
  if ('actions' in file) return [found(`${toText(file.hand) ?? 1}`, file)];
  return Object.entries(file).flatMap(([name, fields]) =>
    isHand(fields) ? [found(name, fields)] : [],
  );
}

function found(name: string, fields: TomlTable): FoundHand {
  const rest = Object.fromEntries(Object.entries(fields).filter(([field]) => field !== PROOF));
  const players = Array.isArray(fields.players) ? fields.players.map(String) : [];
  return { name, text: stringify(rest), players, hasRealCards: fields._source === REAL_CARDS };
}

function isHand(fields: unknown): fields is TomlTable {
  return typeof fields === 'object' && fields !== null && 'actions' in fields;
}

function toText(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : null;
}
