/** What the coach says of one's choices, as rows: each with its value, and a bar from nothing. */

import { say } from '../lib/words';
import type { Advice } from '../protocol/socket';

export interface Row {
  action: string;
  name: string;
  /** The card that it speaks of. */
  card?: string;
  /** "+1.20": chips, net, from now on. */
  value: string;
  /** Length of the bar, from -1 to 1. */
  bar: number;
  /** "53% clear", in games where one buys to get clear. */
  clear: string;
  isBest: boolean;
}

/** The rows, in the order of the rules: values, or where no choice has one, chances to win. */
export function rows(advice: Advice): Row[] {
  return isValued(advice) ? valued(advice) : chances(advice);
}

/** Does it say what choices are worth? Where people bet against each other it does not. */
export function isValued({ choices }: Advice): boolean {
  return choices.length > 0;
}

function valued({ choices, escape }: Advice): Row[] {
  const values = choices.map(({ value }) => value);
  const most = Math.max(...values);
  const longest = Math.max(...values.map(Math.abs));
  const digits = longest < 10 ? 2 : longest < 100 ? 1 : 0;
  return choices.map(({ action, value }) => ({
    action,
    ...named(action),
    value: chips(value, digits),
    bar: longest ? value / longest : 0,
    clear: clear(action, escape),
    isBest: value === most,
  }));
}

function chances({ chances = [] }: Advice): Row[] {
  const most = Math.max(...chances.map(({ win }) => win));
  return chances.map(({ action, win, tie }) => ({
    action,
    ...named(action),
    value: `${percent(win)}%`,
    bar: win,
    clear: percent(tie) ? say('at.coach.ties', { n: percent(tie) }) : '',
    isBest: chances.length > 1 && win === most,
  }));
}

/** How the values are known: "Sampled, give or take 0.02 chips."; or why there are none. */
export function known(advice: Advice): string {
  const { method, error } = advice;
  if (!isValued(advice)) return unvalued(advice);
  if (method === 'exact' && error) return say('at.coach.bound', { n: short(error) });
  return say(`at.coach.${method}`, { n: short(error) });
}

function unvalued({ chances = [], price }: Advice): string {
  return [
    ...(chances.length ? [say('at.coach.random')] : []),
    ...(price ? [say('at.coach.price', { n: percent(price.needs) })] : []),
    say('at.coach.unvalued'),
  ].join(' ');
}

/** "Buy 2" for "buy 2"; a card stands behind the name. */
function named(action: string): { name: string; card?: string } {
  const [, kind, what = ''] = /^([a-z ]+?)(?: (\d+|[2-9TJQKA][cdhs]|Xx))?$/.exec(action)!;
  const isCard = /\D/.test(what);
  const name = say(`at.act.${kind!.replaceAll(' ', '_')}`, { n: isCard ? 0 : what });
  return isCard ? { name, card: what } : { name };
}

function clear(action: string, escape: number[]): string {
  const bought = /^buy (\d+)$/.exec(action)?.[1];
  const chance = bought ? escape[Number(bought) - 1] : undefined;
  return chance === undefined ? '' : say('at.coach.clear', { n: percent(chance) });
}

function percent(chance: number): number {
  return Math.round(chance * 100);
}

function chips(value: number, digits: number): string {
  const size = Math.abs(value).toFixed(digits);
  if (!Number(size)) return '0';
  return value < 0 ? `−${size}` : `+${size}`;
}

function short(error: number): string {
  return `${Number(error.toPrecision(1))}`;
}
