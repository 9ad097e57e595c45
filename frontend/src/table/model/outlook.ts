/** The end of a hand as the coach expects it if all stay in: the final hands, the chance to win. */

import { say } from '../../lib/words';
import type { Advice, Analysis, Sentence } from '../../protocol/socket';
import { errorText, percent } from './advice';

interface FinalHandRow {
  /** "a pair" */
  name: string;
  /** "43.9%" */
  share: string;
  /** Length of the bar: 1 for the most likely hand. */
  bar: number;
}

/** The final hands, the most likely first. */
export function finalHands({ analysis, said }: Advice): FinalHandRow[] {
  const shares = analysis.outlook?.hands.map(({ share }) => share) ?? [];
  const highest = Math.max(...shares);
  return said
    .filter(({ key }) => key === 'odds.final')
    .map(({ values }, n) => ({
      name: nameText(values.hand as Sentence | string),
      share: String(values.share),
      bar: shares[n]! / highest,
    }));
}

function nameText(name: Sentence | string): string {
  return typeof name === 'string' ? name : name.text;
}

/** Is there more to say of the end than the choices do? Not where all hands lie open. */
export function hasOutlook({ cards = [] }: Analysis): boolean {
  return cards.length === 0;
}

/** The most decimals of a percentage. */
const DIGITS = 2;

/** "If all stay in: 52.2% to win, 3.3% to share, ±0.2%."; or the reason for no figure. */
export function outlookText({ outlook }: Analysis): string {
  if (!outlook?.deals) return say('at.coach.no_end');
  const { win, tie, error = 0 } = outlook;
  const place = error ? -Math.floor(Math.log10(100 * error)) : DIGITS;
  const digits = Math.max(0, Math.min(DIGITS, place));
  const told = { win: percent(win, digits), tie: percent(tie, digits) };
  return error
    ? say('at.coach.end', { ...told, n: errorText(100 * error) })
    : say('at.coach.end_counted', told);
}
