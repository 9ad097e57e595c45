/** The coach's advice as rows: a choice with its value and a bar each. */

import { say } from '../../lib/words';
import type { Advice } from '../../protocol/socket';

interface AdviceRow {
  action: string;
  name: string;
  /** The card it names. */
  card?: string;
  /** "+1.20": net chips from now on. */
  value: string;
  /** Length of the bar, from -1 to 1. */
  bar: number;
  /** "53% clear", in games where a player buys cards to escape. */
  clear: string;
  isBest: boolean;
}

/** The rows, in the order of the rules. */
export function adviceRows({ choices, escape }: Advice): AdviceRow[] {
  const values = choices.map(({ value }) => value);
  const highest = Math.max(...values);
  const longest = Math.max(...values.map(Math.abs));
  const digits = longest < 10 ? 2 : longest < 100 ? 1 : 0;
  return choices.map(({ action, value }) => ({
    action,
    ...actionName(action),
    value: chipsText(value, digits),
    bar: longest ? value / longest : 0,
    clear: clearText(action, escape),
    isBest: value === highest,
  }));
}

/** How the values were found: "Sampled, give or take 0.02 chips." */
export function methodText({ method, error }: Advice): string {
  if (method === 'exact' && error) return say('at.coach.bound', { n: oneDigit(error) });
  return say(`at.coach.${method}`, { n: oneDigit(error) });
}

/** "Buy 2" for "buy 2"; a card is not part of the name. */
function actionName(action: string): { name: string; card?: string } {
  const [, kind, value = ''] = /^([a-z ]+?)(?: (\d+|[2-9TJQKA][cdhs]|Xx))?$/.exec(action)!;
  const isCard = /\D/.test(value);
  const name = say(`at.act.${kind!.replaceAll(' ', '_')}`, { n: isCard ? 0 : value });
  return isCard ? { name, card: value } : { name };
}

function clearText(action: string, escape: number[]): string {
  const bought = /^buy (\d+)$/.exec(action)?.[1];
  const chance = bought ? escape[Number(bought) - 1] : undefined;
  return chance === undefined ? '' : say('at.coach.clear', { n: Math.round(chance * 100) });
}

function chipsText(value: number, digits: number): string {
  const size = Math.abs(value).toFixed(digits);
  if (!Number(size)) return '0';
  return value < 0 ? `−${size}` : `+${size}`;
}

function oneDigit(error: number): string {
  return `${Number(error.toPrecision(1))}`;
}
