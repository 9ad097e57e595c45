/** The arithmetic of a bet: steps of the bet control, and preset amounts. */

import { say } from '../../lib/words';
import type { ChoiceView, TableView } from '../../protocol/socket';

interface BetPreset {
  name: string;
  amount: number;
}

type Range = Pick<ChoiceView, 'lowest' | 'highest'>;

/** Kinds of choices whose presets are parts of the pot. */
const SIZED_BY_POT = ['bet', 'raise_to'];

/** Parts of the pot that have a preset. */
const POT_SHARES = [
  { name: 'third', share: 1 / 3 },
  { name: 'half', share: 1 / 2 },
  { name: 'two_thirds', share: 2 / 3 },
  { name: 'pot', share: 1 },
];

/** A whole number within the range; the lowest for what is not a number. */
export function clampBet({ lowest, highest }: Range, amount: number): number {
  if (Number.isNaN(amount)) return lowest;
  return Math.min(highest, Math.max(lowest, Math.round(amount)));
}

/** Chips in one step of the slider, the wheel and the buttons: more than one in a long range. */
export function betStep({ lowest, highest }: Range): number {
  const rough = (highest - lowest) / 100;
  const size = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(rough, 1))));
  return [1, 2, 5, 10].map((n) => n * size).find((n) => n >= rough) ?? 1;
}

/** The amount some steps up or down, at a multiple of the step; both ends can always be reached. */
export function stepBet(range: Range, amount: number, steps: number): number {
  const size = betStep(range);
  const from = steps > 0 ? Math.floor(amount / size) : Math.ceil(amount / size);
  return clampBet(range, (from + steps) * size);
}

/** The lowest amount, parts of the pot for bets and raises, and the highest; legal and distinct. */
export function betPresets(table: TableView, choice: ChoiceView): BetPreset[] {
  const pot = potTotal(table);
  const call = callCost(table);
  const level = table.seats.reduce((most, seat) => Math.max(most, seat.bet), 0);
  const potShare = (share: number) => Math.round(level + share * (pot + call));
  const potShares = POT_SHARES.map(({ name, share }) => ({
    name: say(`at.bet.${name}`),
    amount: potShare(share),
  }));
  const presets: BetPreset[] = [
    { name: say('at.bet.least'), amount: choice.lowest },
    ...(SIZED_BY_POT.includes(choice.kind) ? potShares : []),
    {
      name: isAllIn(table, costOf(choice, choice.highest)) ? say('at.bet.all') : say('at.bet.most'),
      amount: choice.highest,
    },
  ];
  const legal = presets.filter(({ amount }) => amount === clampBet(choice, amount));
  return legal.filter((preset, n) => legal.findIndex((one) => one.amount === preset.amount) === n);
}

/** Chips in all pots and in front of all seats. */
export function potTotal(table: TableView): number {
  const pots = table.pots.reduce((sum, pot) => sum + pot.amount, 0);
  return table.seats.reduce((sum, seat) => sum + seat.bet, pots);
}

function callCost(table: TableView): number {
  return table.menu.find((choice) => choice.kind === 'call')?.cost ?? 0;
}

/** The chips that an amount of a choice costs. */
function costOf({ cost, each, lowest }: ChoiceView, amount: number): number {
  return cost + each * (amount - lowest);
}

/** Are these all the chips that the viewer has? */
export function isAllIn(table: TableView, cost: number): boolean {
  const me = table.seat === null ? undefined : table.seats[table.seat];
  return cost > 0 && cost === me?.stack;
}
