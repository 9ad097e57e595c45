import { expect, test } from 'vitest';
import { NAMES, recordedView } from '../../dev/recorded';
import type { ChoiceView } from '../../protocol/socket';
import { actionOption, actionOptions, cardOption, needsBetControl } from './actions';

test('a few amounts are a button each, with cost and key', () => {
  const [fold, buy] = recordedView('ricochet-your-turn').hand!.menu;
  expect(actionOptions(fold!)).toMatchObject([{ name: 'Fold', key: 'F', cost: 0, action: 'fold' }]);
  const bought = actionOptions(buy!);
  expect(bought).toHaveLength(buy!.highest - buy!.lowest + 1);
  expect(bought[1]).toMatchObject({
    name: 'Buy 2',
    key: '2',
    action: 'buy 2',
    cost: 2 * buy!.each,
  });
});

test('many amounts are set with the bet control, and cost less by what is already bet', () => {
  const table = recordedView('two-your-turn').hand!;
  const raise = table.menu.find(({ kind }) => kind === 'raise_to')!;
  expect(needsBetControl(raise)).toBe(true);
  expect(actionOptions(raise)).toEqual([]);
  const amount = raise.lowest + 3;
  const { cost, action } = actionOption(raise, amount);
  expect(action).toBe(`raise to ${amount}`);
  expect(cost).toBe(amount - table.seats[table.seat!]!.bet);
});

test('a card is named by the action that picks it', () => {
  const discard = recordedView('nine-discard').hand!.menu.find(({ cards }) => cards.length)!;
  const card = discard.cards[1]!;
  expect(actionOptions(discard)).toEqual([]);
  expect(cardOption(discard, card)).toMatchObject({ action: `discard ${card}`, card });
});

test('a button says what the server calls its action, and sends what it is', () => {
  const usual = recordedView('two-your-turn').hand!.menu.find(({ kind }) => kind === 'raise_to')!;
  const complete = {
    ...usual,
    lowest: 4,
    highest: 4,
    said: 'complete_to',
    label: { key: 'label.complete_to', values: {}, text: 'Complete to {n}' },
  };
  expect(actionOptions(complete)).toMatchObject([
    { name: 'Complete to 4', action: 'raise to 4', key: 'R' },
  ]);
});

test('no two buttons of any recorded menu have the same key or the same meaning', () => {
  for (const name of NAMES) {
    const menu = recordedView(name).hand!.menu;
    const all = menu.flatMap((choice) => [
      ...actionOptions(choice),
      ...(needsBetControl(choice) ? [actionOption(choice, choice.lowest)] : []),
    ]);
    expect(new Set(all.map(({ key }) => key)).size, name).toBe(all.length);
    expect(new Set(all.map(({ id }) => id)).size, name).toBe(all.length);
  }
});

test('words have keys, and those that stand for players their names', () => {
  const row = { kind: 'ask', cost: 0, cards: [], words: ['p1', 'p3'], key: 'a' };
  const choice = { ...row, label: { key: '', values: {}, text: 'Ask' } } as unknown as ChoiceView;
  const options = actionOptions(choice, ['Ana', 'Bo', 'Cy']);
  expect(options.map(({ name, key, action }) => [name, key, action])).toEqual([
    ['Ask Ana', '1', 'ask p1'],
    ['Ask Cy', '2', 'ask p3'],
  ]);
});
