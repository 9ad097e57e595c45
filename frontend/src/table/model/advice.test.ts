import { expect, test } from 'vitest';
import advice from '../../dev/advice.json';
import numbers from '../../dev/shown.json';
import type { Analysis, ChoiceView } from '../../protocol/socket';
import { adviceRows, errorText, methodText, percent, valueText } from './advice';

const sample = advice as Analysis;
const adviceOn = (...choices: [string, number][]): Analysis => ({
  ...sample,
  choices: choices.map(([action, value]) => ({ action, value, digits: 2 })),
});
const USUAL = ['fold', 'check', 'call', 'buy', 'raise_to', 'discard', 'quickdraw', 'keep', 'pass'];
const choiceOf = (kind: string, more: object = {}) =>
  ({ kind, cost: 0, cards: [], ...more }) as unknown as ChoiceView;
const rowsOf = (analysis: Analysis, own: ChoiceView[] = []) =>
  adviceRows(analysis, [...USUAL.map((kind) => choiceOf(kind)), ...own]);

test('a row has the action, its value, and the chance to get clear', () => {
  const [fold, one, , , four] = rowsOf(sample);
  expect([fold!.name, fold!.value, fold!.clear]).toEqual(['Fold', '0', '']);
  expect([one!.name, one!.value, one!.clear]).toEqual(['Buy 1', '−0.62', '23% safe']);
  expect([four!.name, four!.clear]).toEqual(['Buy 4', '83% safe']);
  expect(rowsOf(sample).map(({ isBest }) => isBest)).toEqual([false, false, false, false, true]);
});

test('bars go from zero, the longest all the way, losses the other way', () => {
  expect(rowsOf(adviceOn(['fold', 0], ['call', -2], ['check', 1])).map(({ bar }) => bar)).toEqual([
    0, -1, 0.5,
  ]);
  expect(rowsOf(adviceOn(['fold', 0], ['check', 0])).map(({ bar }) => bar)).toEqual([0, 0]);
});

test('kinds of two words, amounts and cards have names', () => {
  const named = rowsOf(adviceOn(['raise to 40', 1], ['discard Kc', 2], ['quickdraw 3', 0]));
  expect(named.map(({ name, cards }) => [name, cards])).toEqual([
    ['Raise to 40', undefined],
    ['Discard', ['Kc']],
    ['Quickdraw 3', undefined],
  ]);
});

test('actions that a game declares have its own names, cards and words', () => {
  const label = (text: string) => ({ key: '', values: {}, text });
  const own = [
    choiceOf('bid', { own: 33, label: label('Bid {n}') }),
    choiceOf('pass_on', { own: 81, label: label('Pass on'), cards: ['Kc', '7d'] }),
    choiceOf('suit', { own: 97, label: label('Suit'), words: ['hearts', 'spades'] }),
  ];
  const rows = rowsOf(adviceOn(['bid 3', 1], ['pass on Kc 7d', 2], ['suit hearts', 0]), own);
  expect(rows.map(({ name, cards }) => [name, cards])).toEqual([
    ['Bid 3', undefined],
    ['Pass on', ['Kc', '7d']],
    ['Suit hearts', undefined],
  ]);
});

test('numbers are shown as the sentences have them', () => {
  const plain = (text: string) => text.replace('−', '-');
  for (const [value, error, text, beside] of numbers.sampled as [
    number,
    number,
    string,
    string,
  ][]) {
    const decimals = text.split('.')[1]?.length ?? 0;
    const digits = error >= 10 ? -Math.floor(Math.log10(error)) : decimals;
    expect([plain(valueText({ value, digits })), errorText(error)]).toEqual([text, beside]);
  }
  for (const [part, digits, text] of numbers.percent as [number, number, string][]) {
    expect(`${percent(part, digits)}%`).toBe(text);
  }
});

test('the method says how the values were found', () => {
  expect(methodText(sample)).toBe('Sampled, give or take 0.02 chips.');
  expect(methodText({ ...adviceOn(['fold', 0]), method: 'exact' })).toMatch(/^Exact/);
  const bound = { action: 'buy 1', value: 1, digits: 4, error: 0.0004 };
  expect(methodText({ ...sample, method: 'exact', choices: [bound] })).toContain('0.0004');
  expect(methodText({ ...sample, method: 'estimate' })).toMatch(/^An estimate/);
});

test('against a strategy each value has its error and how often the strategy does it', () => {
  const played: Analysis = {
    ...sample,
    method: 'played',
    samples: 400,
    advice: 'call',
    escape: [],
    choices: [
      { action: 'fold', value: 0, digits: 0, share: 0 },
      { action: 'call', value: 1.25, digits: 1, error: 0.5, share: 0.7 },
      { action: 'raise to 12', value: 1.5, digits: 1, error: 0.8, share: 0.3 },
    ],
  };
  const rows = rowsOf(played);
  expect(rows.map(({ value, error }) => value + error)).toEqual(['0', '+1.3±0.5', '+1.5±0.8']);
  expect(rows.map(({ clear }) => clear)).toEqual(['expert 0%', 'expert 70%', 'expert 30%']);
  expect(rows.map(({ isBest }) => isBest)).toEqual([false, true, false]);
  expect(methodText(played)).toBe('If all play like the expert: chips, ±0.8 at most.');
});

test('what may be as good as the best is marked too, and it is said', () => {
  const close: Analysis = {
    ...sample,
    method: 'played',
    escape: [],
    advice: 'call',
    undecided: ['call', 'raise to 12'],
    choices: ['fold', 'call', 'raise to 12'].map((action) => ({
      action,
      value: 1,
      digits: 0,
      error: action === 'call' ? 0.5 : 0,
    })),
  };
  expect(rowsOf(close).map(({ isBest }) => isBest)).toEqual([false, true, true]);
  expect(methodText(close)).toMatch(/^Undecided between the bold ones\. If all play/);
});

test('what an exact method counts as equal is worth the same, whatever the others are', () => {
  const equal = (error: number): Analysis => ({
    ...sample,
    method: 'played',
    escape: [],
    advice: 'check',
    undecided: ['check', 'bet 1'],
    choices: ['check', 'bet 1', 'fold'].map((action) => ({
      action,
      value: -1 / 18,
      digits: 4,
      error: action === 'fold' ? error : 0,
    })),
  });
  expect(methodText({ ...equal(0), method: 'solved' })).toBe(
    'The bold ones are worth the same. Exact, if everybody plays the solution of this game from now on.',
  );
  expect(methodText(equal(0.5))).toMatch(/^The bold ones are worth the same\. If all play/);
  expect(rowsOf(equal(0)).map(({ isBest }) => isBest)).toEqual([true, true, false]);
});

test('the nearest table of the expert is named', () => {
  const near: Analysis = {
    ...sample,
    method: 'played',
    trained_for: 6,
    trained_with: ['mids=4'],
    trained_stacks: [10, 100],
  };
  expect(methodText(near)).toMatch(
    / The expert was trained for 6 players, mids=4 and stacks of 10 to 100 chips only\.$/,
  );
});

test('where the expert knows too little the rows and the method name a rule of thumb', () => {
  const judged: Analysis = {
    ...sample,
    method: 'judged',
    samples: 400,
    escape: [],
    choices: [{ action: 'call', value: 1.25, digits: 1, error: 0.8, share: 0.7 }],
  };
  expect(rowsOf(judged)[0]!.clear).toBe('rule 70%');
  expect(methodText(judged)).toBe('If all bet by a rule of thumb: chips, ±0.8 at most.');
});

test('a page that is older than its room says nothing of a way that it does not know', () => {
  const newer = { ...sample, method: 'dreamt' } as unknown as Analysis;
  expect(methodText(newer)).toBe('');
  expect(rowsOf(newer)).toHaveLength(rowsOf(sample).length);
});

const bets: Analysis = {
  ...sample,
  choices: [],
  escape: [],
  chances: [{ action: 'call', win: 0.689, tie: 0.009, digits: 0 }],
  price: { cost: 1, needs: 0.25 },
};

test('where people bet the rows are chances to win, and it is said why there is no value', () => {
  const [call, ...others] = rowsOf(bets);
  expect([call!.name, call!.value, call!.bar, call!.clear]).toEqual([
    'Call',
    '69%',
    0.689,
    '1% split',
  ]);
  expect(others).toEqual([]);
  expect(methodText(bets)).toMatch(
    /^Against random hands.* from 25\.0%\. No trained strategy fits/,
  );
  const cards = { ...bets, price: null, chances: [chance('keep', 0.2), chance('discard Kc', 0.4)] };
  expect(rowsOf(cards).map(({ isBest, clear }) => [isBest, clear])).toEqual([
    [false, ''],
    [true, ''],
  ]);
  expect(methodText(cards)).not.toContain('call');
  expect([
    rowsOf({ ...bets, chances: [] }),
    methodText({ ...bets, chances: [], price: null }),
  ]).toEqual([[], expect.stringMatching(/^No trained strategy/)]);
});

function chance(action: string, win: number) {
  return { action, win, tie: 0.001, digits: 0 };
}
