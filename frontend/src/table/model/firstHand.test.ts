import { expect, test } from 'vitest';
import { recordedView } from '../../dev/recorded';
import type { HintView } from '../../protocol/http';
import type { TableView } from '../../protocol/socket';
import { hintsFor } from './firstHand';

const hint = (tied: string): HintView => {
  const [when = '', name = '', whom = ''] = tied.split(' ');
  return { when, name, whom, text: tied };
};
const HINTS = [
  'event won you',
  'event won',
  'event out other',
  'deal',
  'end',
  'turn again',
  'choice buy',
  'turn',
].map(hint);

/** The hints at a modified table. */
function said(changes: Partial<TableView>, isAgain = false, known: string[] = []): string[] {
  const table = { ...recordedView('ricochet-your-turn').hand!, events: [], menu: [], ...changes };
  const heard = new Set(HINTS.filter(({ text }) => known.includes(text)));
  return hintsFor(HINTS, table, isAgain, heard).map(({ text }) => text);
}

const menu = (kind: string) => [{ kind }] as unknown as TableView['menu'];
const event = (kind: string, seat: number) => [{ kind, seat, card: null, count: 0, amount: 0 }];
const SEAT = recordedView('ricochet-your-turn').hand!.seat!;

test('one sentence is for what has happened, and one for what is to be decided', () => {
  expect(said({ decision: 0, menu: menu('buy') })).toEqual(['deal', 'choice buy']);
  expect(said({ menu: menu('fold') })).toEqual(['turn']);
  expect(said({ menu: menu('buy') }, true)).toEqual(['turn again', 'choice buy']);
  expect(said({})).toEqual([]);
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
