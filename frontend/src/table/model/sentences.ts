/** The server's sentences, with the cards in them drawn or spoken instead of written `Kc`. */

import { say } from '../../lib/words';
import type { ChatLine, Said } from '../../protocol/socket';
import { spoken } from './cards';

/** A piece of a sentence: words, or a card. */
export type Piece = string | { card: string };

const CARD = /\b(?:[2-9TJQKA][cdhs]|Xx)\b/g;

/** The sentence in pieces. Only what the sentence has as a value is taken for a card. */
export function pieces(said: Said): Piece[] {
  const cards = new Set(cardsIn(said.values));
  const found: Piece[] = [];
  let from = 0;
  for (const match of said.text.matchAll(CARD)) {
    if (!cards.has(match[0])) continue;
    if (match.index > from) found.push(said.text.slice(from, match.index));
    found.push({ card: match[0] });
    from = match.index + match[0].length;
  }
  if (from < said.text.length) found.push(said.text.slice(from));
  return found;
}

/** The sentence as it is heard: cards by their names, with commas between several. */
export function heard(said: Said): string {
  return pieces(said)
    .map((piece) => (typeof piece !== 'string' ? spoken(piece.card) : piece === ' ' ? ', ' : piece))
    .join('');
}

/** What somebody has said or shown, in words. */
export function worded({ text, reaction }: ChatLine): string {
  return reaction ? say(`at.react.${reaction}`) : (text ?? '');
}

/** A hand without its kickers, where they are told apart: the sentence within the sentence. */
export function brief(said: Said): string {
  const within = said.values.hand;
  return isSaid(within) ? within.text : said.text;
}

function isSaid(value: unknown): value is Said {
  return typeof value === 'object' && value !== null && 'text' in value;
}

function cardsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.match(CARD) ?? [];
  if (Array.isArray(value)) return value.flatMap(cardsIn);
  return value && typeof value === 'object' ? Object.values(value).flatMap(cardsIn) : [];
}
