import { expect, test } from 'vitest';
import { recordedView } from '../../dev/recorded';
import type { HintView } from '../../protocol/http';
import type { TableView } from '../../protocol/socket';
import { hintForDecision, isRecent, newsFor } from './firstHand';

const hint = (tied: string): HintView => {
  const words = tied.split(' ');
  const whom = ['you', 'other', 'again'].includes(words.at(-1)!) ? words.pop()! : '';
  const [when = '', ...kinds] = words;
  return { when, kinds, whom, text: tied };
};
const HINTS = [
  'event won you',
  'event won',
  'event out other',
  'deal',
  'end',
  'turn again',
  'choice pass again',
  'choice buy',
  'choice check bet',
  'turn',
].map(hint);

const table = (changes: Partial<TableView> = {}): TableView => ({
  ...recordedView('ricochet-your-turn').hand!,
  events: [],
  menu: [],
  ...changes,
});

/** The hints at a modified table: what has happened, and what is to be decided. */
function said(changes: Partial<TableView>, isAgain = false, known: string[] = []): string[] {
  const now = table(changes);
  const heard = new Set(HINTS.filter(({ text }) => known.includes(text)));
  const found = [
    newsFor(HINTS, now, isAgain, heard),
    hintForDecision(HINTS, now, now.menu, isAgain),
  ];
  return found.flatMap((one) => (one ? [one.text] : []));
}

const menu = (...kinds: string[]) =>
  kinds.map((kind) => ({ kind })) as unknown as TableView['menu'];
const event = (kind: string, seat: number) => [{ kind, seat, card: null, count: 0, amount: 0 }];
const SEAT = recordedView('ricochet-your-turn').hand!.seat!;

test('one sentence is for what has happened, and one for what is to be decided', () => {
  expect(said({ decision: 0, menu: menu('buy') })).toEqual(['deal', 'choice buy']);
  expect(said({ menu: menu('fold') })).toEqual(['turn']);
  expect(said({ menu: menu('buy') }, true)).toEqual(['turn again', 'choice buy']);
  expect(said({})).toEqual([]);
});

test('a sentence about several actions needs all of them, and one for a second turn needs it', () => {
  expect(said({ menu: menu('check', 'bet') })).toEqual(['choice check bet']);
  expect(said({ menu: menu('check', 'raise_to') })).toEqual(['turn']);
  expect(said({ menu: menu('pass') })).toEqual(['turn']);
  expect(said({ menu: menu('pass') }, true)).toEqual(['turn again', 'choice pass again']);
});

test('what happens to the viewer is told apart from what happens to others', () => {
  expect(said({ events: event('won', SEAT) })).toEqual(['event won you']);
  expect(said({ events: event('won', SEAT + 1) })).toEqual(['event won']);
  expect(said({ events: event('out', SEAT) })).toEqual([]);
  expect(said({ events: event('out', SEAT + 1) })).toEqual(['event out other']);
});

test('what has happened is said once, a decision every time', () => {
  const again = { decision: 0, menu: menu('buy') };
  expect(said(again, false, ['deal', 'choice buy'])).toEqual(['choice buy']);
});

test('what has happened is taken back with the step of the hand, and after one more decision', () => {
  const then = table({ decision: 4 });
  const news = { hint: HINTS[0]!, table: then };
  const card = { card: 'As', zone: 'board', dead: false };
  expect(isRecent(news, then)).toBe(true);
  expect(isRecent(news, table({ decision: 5 }))).toBe(true);
  expect(isRecent(news, table({ decision: 6 }))).toBe(false);
  expect(isRecent(news, table({ decision: 5, board: [card] }))).toBe(false);
  expect(isRecent(news, table({ decision: 5, asked: [0, 1] }))).toBe(false);
  expect(isRecent(news, table({ decision: 4, hand: then.hand + 1 }))).toBe(false);
});

test('an action that was sent leaves no sentence about it', () => {
  const now = table({ menu: menu('buy') });
  expect(hintForDecision(HINTS, now, [], false)).toBeUndefined();
});
