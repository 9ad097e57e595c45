/** Compares the histories of one hand, as two of its viewers know it (`sidepot.history.verify.stories`). */

import { nameOf } from './rules';

/** The facts of a hand in its history. */
export interface Story {
  /** Its table and stacks, the same for every viewer. */
  facts: string;
  /** The words of its lines without commentary. */
  lines: string[][];
}

const FACTS = [
  'antes',
  'ante_trimming_status',
  'blinds_or_straddles',
  'bring_in',
  'small_bet',
  'big_bet',
  'min_bet',
  'starting_stacks',
  'finishing_stacks',
  'players',
  '_options',
  '_kept',
];
const VOID = 'void';
const HIDDEN = '??';
const CARDS = /^(?:[2-9TJQKA][cdhs]|Xx|\?\?)+$/;

export function storyOf(fields: Record<string, unknown>): Story {
  const facts = FACTS.map((name) => fields[name] ?? null);
  const lines = (fields.actions as string[]).map((line) => line.split('#')[0]!.trim());
  return {
    facts: JSON.stringify([nameOf(`${fields.variant as string}`), ...facts], inOrder),
    lines: lines.filter(Boolean).map((line) => line.split(/\s+/).map(plain)),
  };
}

/**
 * Do two histories tell of the same hand: its table, stacks, actions and cards? A card that one of
 * the viewers has not seen may be any. A hand that was called off may end earlier for one of them,
 * before a choice that was still secret.
 */
export function isOneHand(one: Story, other: Story): boolean {
  const n = Math.min(one.lines.length, other.lines.length);
  const isCut = [one, other].some(({ lines }) => lines[n - 1]?.[0] === VOID);
  return (
    one.facts === other.facts &&
    (isCut || one.lines.length === other.lines.length) &&
    one.lines.slice(0, isCut ? n - 1 : n).every((line, k) => isOneLine(line, other.lines[k]!))
  );
}

function isOneLine(line: string[], other: string[]): boolean {
  return line.length === other.length && line.every((word, n) => isOneWord(word, other[n]!));
}

function isOneWord(one: string, other: string): boolean {
  if (one === other) return true;
  if (one.length !== other.length || ![one, other].every((word) => CARDS.test(word))) return false;
  const others = other.match(/../g)!;
  return one
    .match(/../g)!
    .every((card, n) => [card, HIDDEN].includes(others[n]!) || card === HIDDEN);
}

/** An amount without zeros that say nothing; any other word as it is. */
function plain(word: string): string {
  if (!/^\d+(\.\d+)?$/.test(word)) return word;
  return word
    .replace(/^0+(?=\d)/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
}

/** The fields of a table in one order. */
function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
