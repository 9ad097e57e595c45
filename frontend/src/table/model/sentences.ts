/** The server's sentences, with their cards drawn or named instead of written `Kc`. */

import { hasWords, say } from '../../lib/words';
import type { ChatLine, Sentence } from '../../protocol/socket';
import { cardName } from './cards';
import { PICTURES } from './reactions';

/** A part of a sentence: words, or a card. */
type SentencePart = string | { card: string };

const CARD = /\b(?:[2-9TJQKA][cdhs]|Xx)\b/g;

/** The sentence in parts. Only what is among its values is taken for a card. */
export function sentenceParts(sentence: Sentence): SentencePart[] {
  const cards = new Set(cardsIn(sentence.values));
  const parts: SentencePart[] = [];
  let from = 0;
  for (const match of sentence.text.matchAll(CARD)) {
    if (!cards.has(match[0])) continue;
    if (match.index > from) parts.push(sentence.text.slice(from, match.index));
    parts.push({ card: match[0] });
    from = match.index + match[0].length;
  }
  if (from < sentence.text.length) parts.push(sentence.text.slice(from));
  return parts;
}

/** The sentence for screen readers: cards by their names, with commas between several. */
export function spokenSentence(sentence: Sentence): string {
  return sentenceParts(sentence)
    .map((part) => (typeof part !== 'string' ? cardName(part.card) : part === ' ' ? ', ' : part))
    .join('');
}

/** A line of chat in words, also where it is a reaction. */
export function chatText({ text, reaction }: ChatLine): string {
  return reaction ? reactionText(reaction) : (text ?? '');
}

/** A line of chat as it stands at a seat for a moment: pictures as pictures. */
export function bubbleText(line: ChatLine): string {
  return (line.reaction && PICTURES[line.reaction]) || chatText(line);
}

/** The words of a reaction; its own name for one of a newer server. */
export function reactionText(reaction: string): string {
  return hasWords(`at.react.${reaction}`) ? say(`at.react.${reaction}`) : reaction;
}

/** A made hand without its kickers, and so each of two: high and low, or one for each board. */
export function briefHand({ text, values }: Sentence): string {
  if (isSentence(values.hand)) return values.hand.text;
  const parts = Object.values(values).filter(isSentence);
  return parts.reduce((brief, part) => brief.replace(part.text, () => briefHand(part)), text);
}

function isSentence(value: unknown): value is Sentence {
  return typeof value === 'object' && value !== null && 'text' in value;
}

function cardsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.match(CARD) ?? [];
  if (Array.isArray(value)) return value.flatMap(cardsIn);
  return value && typeof value === 'object' ? Object.values(value).flatMap(cardsIn) : [];
}
