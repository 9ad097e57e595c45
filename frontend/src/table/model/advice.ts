/** The coach's advice as rows: a choice with its value and a bar each. */

import { decimal, hasWords, say } from '../../lib/words';
import type { ActionValue, Analysis, ChoiceView } from '../../protocol/socket';
import { nameOf } from './actions';

interface AdviceRow {
  action: string;
  name: string;
  /** The cards it names. */
  cards?: string[];
  /** "+1.20": net chips from now on. */
  value: string;
  /** Length of the bar, from -1 to 1. */
  bar: number;
  /** "±0.8", where everybody plays as a strategy. */
  error: string;
  /** "53% safe", in games where a player buys cards to escape; or how often the expert or a rule does it. */
  clear: string;
  /** The best choice, or one of those that may be. */
  isBest: boolean;
}

/** The rows, in the order of the rules: values, or where no choice has one, chances to win. */
export function adviceRows(analysis: Analysis, menu: readonly ChoiceView[]): AdviceRow[] {
  return hasValues(analysis) ? valueRows(analysis, menu) : chanceRows(analysis, menu);
}

/** Does the analysis say what choices are worth? Where people bet against each other it may not. */
export function hasValues({ choices }: Analysis): boolean {
  return choices.length > 0;
}

function valueRows(
  { choices, escape = [], advice, undecided = [], method }: Analysis,
  menu: readonly ChoiceView[],
): AdviceRow[] {
  const longest = Math.max(...choices.map(({ value }) => Math.abs(value)));
  return choices.map((choice) => ({
    action: choice.action,
    ...actionName(choice.action, menu),
    value: valueText(choice),
    error: isShare(choice.share) && choice.error ? `±${errorText(choice.error)}` : '',
    bar: longest ? choice.value / longest : 0,
    clear: isShare(choice.share)
      ? say(method === 'judged' ? 'at.coach.share_by_rule' : 'at.coach.share', {
          n: percent(choice.share),
        })
      : clearText(choice.action, escape),
    isBest: choice.action === advice || undecided.includes(choice.action),
  }));
}

function isShare(share?: number | null): share is number {
  return typeof share === 'number';
}

function chanceRows({ chances = [] }: Analysis, menu: readonly ChoiceView[]): AdviceRow[] {
  const highest = Math.max(...chances.map(({ win }) => win));
  return chances.map(({ action, win, tie, digits }) => ({
    action,
    ...actionName(action, menu),
    value: `${percent(win, digits)}%`,
    error: '',
    bar: win,
    clear: percent(tie) === '0' ? '' : say('at.coach.ties', { n: percent(tie, digits) }),
    isBest: chances.length > 1 && win === highest,
  }));
}

/** The method of the values: "Sampled, give or take 0.02 chips."; or the reason for none.
 * Nothing of a way that this page has no words for: the room may be newer than a page that is open. */
export function methodText(analysis: Analysis): string {
  const { choices, method } = analysis;
  if (!hasValues(analysis)) return noValuesText(analysis);
  const error = Math.max(...choices.map(({ error = 0 }) => error));
  if (method === 'exact' && error) return say('at.coach.bound', { n: errorText(error) });
  if (!hasWords(`at.coach.${method}`)) return '';
  const how = say(`at.coach.${method}`, { n: errorText(error) });
  return [...undecidedText(analysis), ...leftOutText(analysis), how, ...nearestText(analysis)].join(
    ' ',
  );
}

function leftOutText({ left_out = 0 }: Pick<Analysis, 'left_out'>): string[] {
  return left_out ? [say('at.coach.left_out', { n: left_out })] : [];
}

/** Choices without an error are worth the same; between others the errors leave it open. */
function undecidedText({ choices, undecided = [] }: Analysis): string[] {
  if (!undecided.length) return [];
  const isOpen = choices.some(({ action, error }) => error && undecided.includes(action));
  return [say(isOpen ? 'at.coach.undecided' : 'at.coach.equal')];
}

/** What the expert was trained for, where the hand is another. */
function nearestText({
  method,
  trained_for,
  trained_with = [],
  trained_stacks,
}: Analysis): string[] {
  const known = [
    ...(trained_for ? [say('at.coach.near_players', { n: trained_for })] : []),
    ...trained_with,
    ...(trained_stacks
      ? [say('at.coach.near_stacks', { least: trained_stacks[0], most: trained_stacks[1] })]
      : []),
  ];
  return known.length && method === 'played' ? [say('at.coach.near', { known })] : [];
}

function noValuesText({ chances = [], price, left_out = 0 }: Analysis): string {
  return [
    ...(chances.length ? [say('at.coach.random')] : []),
    ...leftOutText({ left_out }),
    ...(price ? [say('at.coach.price', { n: percent(price.needs, 1) })] : []),
    say('at.coach.unvalued'),
  ].join(' ');
}

/** "Buy 2" for "buy 2", in the words of the menu; cards are not part of the name. */
function actionName(
  action: string,
  menu: readonly ChoiceView[],
): Pick<AdviceRow, 'name' | 'cards'> {
  const choice = menu
    .filter(({ kind }) => `${action} `.startsWith(`${spoken(kind)} `))
    .reduce<ChoiceView | null>((best, one) => (best && isLonger(best, one) ? best : one), null);
  if (!choice) return { name: action.charAt(0).toUpperCase() + action.slice(1) };
  const given = action.slice(choice.kind.length).trim();
  if (/^\d*$/.test(given)) return { name: nameOf(choice, given ? Number(given) : choice.cost) };
  const name = nameOf(choice, 0);
  return choice.words?.length ? { name: `${name} ${given}` } : { name, cards: given.split(' ') };
}

function spoken(kind: string): string {
  return kind.replaceAll('_', ' ');
}

/** "pass on Kc" is of the kind "pass on" where there is also "pass". */
function isLonger(one: ChoiceView, other: ChoiceView): boolean {
  return one.kind.length > other.kind.length;
}

function clearText(action: string, escape: number[]): string {
  const bought = /^buy (\d+)$/.exec(action)?.[1];
  const chance = bought ? escape[Number(bought) - 1] : undefined;
  return chance === undefined ? '' : say('at.coach.clear', { n: percent(chance) });
}

/** A probability in percent, as the sentences have it. */
export function percent(chance: number, digits = 0): string {
  return decimal(shown(chance * 100, digits));
}

/** A value with the decimals that its error allows; with -1 decimals in whole tens. */
export function valueText({ value, digits }: Pick<ActionValue, 'value' | 'digits'>): string {
  const size = shown(Math.abs(value), digits);
  return size === '0' ? size : `${value < 0 ? '−' : '+'}${decimal(size)}`;
}

/** An error: its first digit. */
export function errorText(error = 0): string {
  return decimal(shown(error, -Math.floor(Math.log10(error || 1))));
}

/** A number of no sign, halves rounded up; "0" without decimals. */
function shown(size: number, digits: number): string {
  const unit = 10 ** Math.max(-digits, 0);
  const text = (Math.round(size / unit) * unit).toFixed(0);
  const fine = digits > 0 ? size.toFixed(digits) : text;
  return Number(fine) ? fine : '0';
}
