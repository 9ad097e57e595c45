/** Cards as the server writes them, `Kc`, `Td`, joker `Xx`, face down `??`: their parts and names. */

import { say } from '../../lib/words';

export const HIDDEN = '??';
export const JOKER = 'Xx';

type Suit = 'c' | 'd' | 'h' | 's';

/** The rank as it is printed on the card, "10" for a ten; empty for a joker. */
export function rankLabel(card: string): string {
  if (card === JOKER) return '';
  return card[0] === 'T' ? '10' : card[0]!;
}

/** The suit; null for a joker and for a card face down. */
export function suitOf(card: string): Suit | null {
  return card === JOKER || card === HIDDEN ? null : (card[1] as Suit);
}

/** "queen of clubs" */
export function cardName(card: string): string {
  if (card === HIDDEN) return say('at.card.hidden');
  if (card === JOKER) return say('at.card.joker');
  return say('at.card.name', { rank: card[0]!, suit: card[1]! });
}

/** "ace of diamonds, two hidden cards": several cards, those face down counted. */
export function cardNames(cards: readonly string[]): string {
  const open = cards.filter((card) => card !== HIDDEN).map(cardName);
  const down = cards.length - open.length;
  if (!cards.length) return say('at.card.none');
  return [...open, ...(down ? [say('at.card.down', { n: down })] : [])].join(', ');
}
