/** The arithmetic of a bet: what a slider, a wheel, a button or a number comes to. */

import { say } from '../../lib/words';
import type { ChoiceSeen, TableSeen } from '../../protocol/socket';

export interface Preset {
  name: string;
  amount: number;
}

/** What is measured by the pot. */
const RAISES = ['bet', 'raise_to'];

/** A whole number within the range. Anything that is no number is the lowest. */
export function within(choice: Pick<ChoiceSeen, 'lowest' | 'highest'>, amount: number): number {
  if (Number.isNaN(amount)) return choice.lowest;
  return Math.min(choice.highest, Math.max(choice.lowest, Math.round(amount)));
}

/** One step of the slider, of the wheel and of the buttons: one chip, or more where the range is long. */
export function step({ lowest, highest }: Pick<ChoiceSeen, 'lowest' | 'highest'>): number {
  const rough = (highest - lowest) / 100;
  const size = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(rough, 1))));
  return [1, 2, 5, 10].map((n) => n * size).find((n) => n >= rough) ?? 1;
}

/** A step up or down, to the next round amount; the ends can always be reached. */
export function stepped(
  choice: Pick<ChoiceSeen, 'lowest' | 'highest'>,
  amount: number,
  steps: number,
): number {
  const size = step(choice);
  const from = steps > 0 ? Math.floor(amount / size) : Math.ceil(amount / size);
  return within(choice, (from + steps) * size);
}

/** The lowest, parts of the pot where it is raised, and the highest: those that are legal and differ. */
export function presets(table: TableSeen, choice: ChoiceSeen): Preset[] {
  const pot = wholePot(table);
  const call = toCall(table);
  const level = table.seats.reduce((most, seat) => Math.max(most, seat.bet), 0);
  const part = (share: number) => Math.round(level + share * (pot + call));
  const parts = [
    { name: say('at.bet.half'), amount: part(0.5) },
    { name: say('at.bet.pot'), amount: part(1) },
  ];
  const wanted: Preset[] = [
    { name: say('at.bet.least', { n: choice.lowest }), amount: choice.lowest },
    ...(RAISES.includes(choice.kind) ? parts : []),
    {
      name: isAllIn(table, choice) ? say('at.bet.all') : say('at.bet.most'),
      amount: choice.highest,
    },
  ];
  const legal = wanted.filter((preset) => preset.amount === within(choice, preset.amount));
  return legal.filter((preset, n) => legal.findIndex((one) => one.amount === preset.amount) === n);
}

/** All chips that are in the pots or lie in front of somebody. */
export function wholePot(table: TableSeen): number {
  const pots = table.pots.reduce((sum, pot) => sum + pot.amount, 0);
  return table.seats.reduce((sum, seat) => sum + seat.bet, pots);
}

function toCall(table: TableSeen): number {
  return table.menu.find((choice) => choice.kind === 'call')?.cost ?? 0;
}

function isAllIn(table: TableSeen, choice: ChoiceSeen): boolean {
  const me = table.seat === null ? undefined : table.seats[table.seat];
  return choice.cost + choice.each * (choice.highest - choice.lowest) === me?.stack;
}
