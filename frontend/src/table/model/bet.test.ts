import { expect, test } from 'vitest';
import { recordedView } from '../../dev/recorded';
import { betPresets, betStep, clampBet, potTotal, stepBet } from './bet';

test('an amount is a whole number in the range', () => {
  const range = { lowest: 4, highest: 203 };
  expect([1, 4, 77.6, 999, NaN].map((n) => clampBet(range, n))).toEqual([4, 4, 78, 203, 4]);
});

test('steps are single chips in short ranges and round amounts in long ones', () => {
  expect(betStep({ lowest: 4, highest: 90 })).toBe(1);
  expect(betStep({ lowest: 0, highest: 450 })).toBe(5);
  expect(betStep({ lowest: 40, highest: 20_040 })).toBe(200);
});

test('a step goes to the next round amount and never out of the range', () => {
  const range = { lowest: 37, highest: 903 };
  expect(stepBet(range, 37, 1)).toBe(40);
  expect(stepBet(range, 40, -1)).toBe(37);
  expect(stepBet(range, 63, -1)).toBe(60);
  expect(stepBet(range, 899, 5)).toBe(903);
});

test('presets are legal, different, and go by the pot with the call in it', () => {
  const table = recordedView('two-your-turn').hand!;
  const choice = table.menu.find(({ kind }) => kind === 'raise_to')!;
  const amounts = betPresets(table, choice).map(({ amount }) => amount);
  expect(amounts.every((n) => n >= choice.lowest && n <= choice.highest)).toBe(true);
  expect(new Set(amounts).size).toBe(amounts.length);
  expect(amounts[0]).toBe(choice.lowest);
  expect(amounts.at(-1)).toBe(choice.highest);
  const call = table.menu.find(({ kind }) => kind === 'call')!.cost;
  const bets = table.seats.map(({ bet }) => bet);
  const pot = table.pots.reduce((sum, { amount }) => sum + amount, 0);
  const whole = pot + bets[0]! + bets[1]!;
  expect(amounts).toContain(Math.max(...bets) + whole + call);
  const sideBet = betPresets(table, { ...choice, kind: 'cover' }).map(({ amount }) => amount);
  expect(sideBet).toEqual([choice.lowest, choice.highest]);
});

test('parts of the pot have presets: a third, half, two thirds, all of it', () => {
  const table = recordedView('two-your-turn').hand!;
  const choice = {
    ...table.menu.find(({ kind }) => kind === 'raise_to')!,
    lowest: 1,
    highest: 900,
  };
  const level = Math.max(...table.seats.map(({ bet }) => bet));
  const pot = potTotal(table) + table.menu.find(({ kind }) => kind === 'call')!.cost;
  const found = Object.fromEntries(
    betPresets(table, choice).map(({ name, amount }) => [name, amount]),
  );
  expect(found).toMatchObject({
    '⅓': Math.round(level + pot / 3),
    '½': Math.round(level + pot / 2),
    '⅔': Math.round(level + (pot * 2) / 3),
    Pot: level + pot,
  });
});
