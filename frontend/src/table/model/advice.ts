/** The coach's advice as rows: a choice with its value and a bar each. */

import { decimal, hasWords, say } from '../../lib/words';
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
  /** "±0.8", where each value has an error of its own. */
  error: string;
  /** "53% clear", in games where a player buys cards to escape; or how often the expert or a rule does it. */
  clear: string;
  isBest: boolean;
}

/** The rows, in the order of the rules: values, or where no choice has one, chances to win. */
export function adviceRows(advice: Advice): AdviceRow[] {
  return hasValues(advice) ? valueRows(advice) : chanceRows(advice);
}

/** Does the advice say what choices are worth? Where people bet against each other it does not. */
export function hasValues({ choices }: Advice): boolean {
  return choices.length > 0;
}

function valueRows({ choices, escape, advice, method }: Advice): AdviceRow[] {
  const values = choices.map(({ value }) => value);
  const highest = Math.max(...values);
  const longest = Math.max(...values.map(Math.abs));
  const digits = longest < 10 ? 2 : longest < 100 ? 1 : 0;
  return choices.map(({ action, value, error, share }) => ({
    action,
    ...actionName(action),
    value: chipsText(value, digits),
    error: typeof error === 'number' ? `±${error.toFixed(digits)}` : '',
    bar: longest ? value / longest : 0,
    clear:
      typeof share === 'number'
        ? say(method === 'judged' ? 'at.coach.share_by_rule' : 'at.coach.share', {
            n: percent(share),
          })
        : clearText(action, escape),
    isBest: advice ? action === advice : value === highest,
  }));
}

function chanceRows({ chances = [] }: Advice): AdviceRow[] {
  const highest = Math.max(...chances.map(({ win }) => win));
  return chances.map(({ action, win, tie }) => ({
    action,
    ...actionName(action),
    value: `${percent(win)}%`,
    error: '',
    bar: win,
    clear: percent(tie) ? say('at.coach.ties', { n: percent(tie) }) : '',
    isBest: chances.length > 1 && win === highest,
  }));
}

/** The method of the values: "Sampled, give or take 0.02 chips."; or the reason for none.
 * Nothing of a way that this page has no words for: the room may be newer than a page that is open. */
export function methodText(advice: Advice): string {
  const { method, error, samples = 0 } = advice;
  if (!hasValues(advice)) return noValuesText(advice);
  if (method === 'exact' && error) return say('at.coach.bound', { n: oneDigit(error) });
  if (!hasWords(`at.coach.${method}`)) return '';
  return say(`at.coach.${method}`, { n: oneDigit(error), samples });
}

function noValuesText({ chances = [], price }: Advice): string {
  return [
    ...(chances.length ? [say('at.coach.random')] : []),
    ...(price ? [say('at.coach.price', { n: percent(price.needs) })] : []),
    say('at.coach.unvalued'),
  ].join(' ');
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
  return chance === undefined ? '' : say('at.coach.clear', { n: percent(chance) });
}

function percent(chance: number): number {
  return Math.round(chance * 100);
}

function chipsText(value: number, digits: number): string {
  const size = Math.abs(value).toFixed(digits);
  if (!Number(size)) return '0';
  return value < 0 ? `−${decimal(size)}` : `+${decimal(size)}`;
}

function oneDigit(error: number): string {
  return decimal(`${Number(error.toPrecision(1))}`);
}
