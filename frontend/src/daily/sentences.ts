/** The sentences of a position of the day; those about its worths are the terminal's (`sidepot daily`). */

import { cardName } from '../table/model/cards';
import { entry, fillIn, say } from '../lib/words';
import { bestOf, type Position } from './days';

/** Names of words: the scene, the cards beside one's own, and those that are gone. */
const TOLD: Record<string, { scene: string; beside: string; gone: string }> = {
  'ricochet-2': { scene: 'ricochet', beside: 'rival', gone: 'thrown' },
  ricochet: { scene: 'three', beside: 'rival', gone: 'out' },
  'high-noon-standoff': { scene: 'standoff', beside: 'middle', gone: 'thrown' },
};
const isStandoff = (one: Position): boolean => one.game === 'high-noon-standoff';

export function sceneOf(one: Position): string {
  return fillIn(entry(`daily.scene_${TOLD[one.game]!.scene}`), { pot: one.pot });
}

/** Rows of cards, each with its name. */
export function rowsOf(one: Position): { label: string; cards: string[] }[] {
  const { beside, gone } = TOLD[one.game]!;
  return [
    { label: say(`daily.${beside}`), cards: one.other.split(' ') },
    ...(one.thrown ? [{ label: say(`daily.${gone}`), cards: one.thrown.split(' ') }] : []),
    { label: say('daily.own'), cards: one.own.split(' ') },
  ];
}

/** A choice in words; a card that is thrown by its name. */
export function choiceText(choice: string): string {
  const [verb, what = ''] = choice.split(' ');
  if (verb === 'buy') return say('daily.buy', { n: Number(what) });
  if (verb === 'discard') return say('daily.discard', { card: cardName(what) });
  return say(`daily.${verb}`);
}

/** The reason in a sentence: chances in a hundred. */
export function whyOf(one: Position): string {
  const order = one.worth.map((_, n) => n).sort((a, b) => one.worth[b]! - one.worth[a]!);
  const [best, second] = order as [number, number];
  const chance = one.chance.map((part) => Math.round(100 * part));
  if (isStandoff(one)) {
    const values = { chance: chance[best]!, beside: chance[second]! };
    return fillIn(entry('daily.why_standoff'), values);
  }
  const most = one.choices.length - 1;
  if (best === 0) return fillIn(entry('daily.why_fold'), { n: most, chance: chance[most]! });
  const other = order.slice(1).find((n) => n > 0)!;
  const told = { n: best, chance: chance[best]!, other, beside: chance[other]! };
  return fillIn(entry('daily.why_buy'), told);
}

/** What the worths are of, and their error, rounded up. */
export function unitOf(one: Position): string {
  const error = Math.ceil(one.error * 1000) / 1000;
  return fillIn(entry(isStandoff(one) ? 'daily.unit_standoff' : 'daily.unit_ricochet'), { error });
}

/** The chips that a choice is worth less than the best. */
export function costOf(one: Position, choice: number): string {
  return (one.worth[bestOf(one)]! - one.worth[choice]!).toFixed(2);
}

/** The result without the answer. */
export function shareText(one: Position, date: string, choice: number): string {
  const values = { date, n: one.choices.length, cost: costOf(one, choice) };
  const key = choice === bestOf(one) ? 'daily.share_right' : 'daily.share_wrong';
  return fillIn(entry(key), values);
}
