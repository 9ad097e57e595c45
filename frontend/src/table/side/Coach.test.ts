import { cleanup, render } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Playback, recorded } from '../../dev/recorded';
import { prefs } from '../../lib/prefs.svelte';
import { say } from '../../lib/words';
import type { FromServer, View } from '../../protocol/socket';
import { Play } from '../model/play.svelte';
import Coach from './Coach.svelte';

beforeEach(() => (prefs.coach = true));
afterEach(cleanup);

/** The coach at a recorded table, and what it asks the server. */
function coached(change: (view: View) => void = () => {}) {
  const playback = recorded('ricochet-your-turn');
  next(playback, change);
  const play = new Play(playback.session);
  const { container } = render(Coach, { play });
  flushSync();
  const requests = () => playback.server.socket.sent.filter(({ type }) => type === 'advise');
  const status = () => container.querySelector('[role=status]')?.textContent;
  return { ...playback, play, container, requests, status };
}

function next({ session, server }: Playback, change: (view: View) => void): void {
  const view = structuredClone(session.view!);
  view.version += 1;
  change(view);
  server.socket.receive(view);
  flushSync();
}

async function answered(): Promise<void> {
  await Promise.resolve();
  flushSync();
}

test('in turn it asks once, and shows what each choice is worth', async () => {
  const { container, requests, status, session, server } = coached();
  await answered();
  const rows = [...container.querySelectorAll('li')].map((li) => li.textContent);
  expect(rows).toHaveLength(5);
  expect(rows[4]).toMatch(/Buy 4.*\+2\.41.*83% safe/);
  expect(status()).toBe('Sampled, give or take 0.02 chips.');
  next({ session, server } as Playback, (view) => (view.now += 1));
  expect(requests()).toHaveLength(1);
});

test('where people bet it shows chances, and why no choice has a value', async () => {
  prefs.coach = false;
  const { server, container, status } = coached();
  const { answer } = server;
  server.answer = (sent) => {
    const given = answer(sent);
    if (given?.type !== 'advice') return given;
    const chances = [{ action: 'call', win: 0.3, tie: 0.02, digits: 0 }];
    return { ...given, analysis: { ...given.analysis, choices: [], escape: [], chances } };
  };
  prefs.coach = true;
  flushSync();
  await answered();
  const list = container.querySelector('ul')!;
  expect(list.getAttribute('aria-label')).toBe(say('at.coach.chances'));
  expect([...list.children].map((li) => li.textContent)).toEqual([
    expect.stringMatching(/Call.*30%.*2% split/),
  ]);
  expect(list.textContent).not.toContain(say('at.coach.chips'));
  expect(status()).toContain(say('at.coach.unvalued'));
});

test('it asks nothing while it is off, for an onlooker, and out of turn', () => {
  prefs.coach = false;
  expect(coached().container.querySelector('section')).toBeNull();
  expect(coached().requests()).toEqual([]);
  prefs.coach = true;
  expect(coached((view) => (view.chair = null)).container.querySelector('section')).toBeNull();
  const { requests, status, container } = coached((view) => (view.hand!.menu = []));
  expect(requests()).toEqual([]);
  expect(status()).toBe('');
  expect(container.textContent).toContain(say('at.coach.later'));
});

test('a table that forbids it is not asked, and it says so', () => {
  const { requests, status, container } = coached((view) => (view.room.rules.coach = false));
  expect(requests()).toEqual([]);
  expect(status()).toBe(say('at.coach.forbidden'));
  expect(container.querySelector('ul')).toBeNull();
});

test('the reason of refused advice is shown', async () => {
  prefs.coach = false;
  const { server, status } = coached();
  const reason = { key: 'room.refused_advice', values: {}, text: 'no idea' };
  server.answer = ({ type, ...rest }) =>
    type === 'advise' && 'id' in rest
      ? ({ type: 'refusal', id: rest.id, reason, menu: [] } satisfies FromServer)
      : null;
  prefs.coach = true;
  flushSync();
  await answered();
  expect(status()).toBe('no idea');
});

test('a button shows the final hands in place of the choices, asked for once', async () => {
  const { server, container, requests, status } = coached();
  const { answer } = server;
  const ends = [
    { hand: 'trips', share: 0.6 },
    { hand: 'pair', share: 0.3 },
  ];
  const outlook = {
    others: 1,
    win: 0.5,
    tie: 0,
    deals: 9,
    hands_deals: 9,
    hands: ends,
    seconds: 0,
  };
  server.answer = (sent) => {
    const given = answer(sent);
    if (given?.type !== 'advice' || sent.type !== 'advise' || !sent.outlook) return given;
    const said = [
      ...ends.map(({ hand, share }) => ({
        key: 'odds.final',
        values: { hand: { key: '', values: {}, text: `a ${hand}` }, share: `${100 * share}%` },
        text: '',
      })),
    ];
    return { ...given, said, analysis: { ...given.analysis, outlook } };
  };
  await answered();
  const button = container.querySelector('button')!;
  for (let press = 1; press <= 3; press += 1) {
    button.click();
    await answered();
  }
  expect(requests().map((sent) => sent.type === 'advise' && sent.outlook)).toEqual([false, true]);
  const rows = [...container.querySelectorAll('li')].map((li) => li.textContent);
  expect(rows).toEqual([
    expect.stringMatching(/a trips.*60%/),
    expect.stringMatching(/a pair.*30%/),
  ]);
  expect(status()).toContain('50.00% to win, 0% to split, all deals counted');
  button.click();
  flushSync();
  expect(container.querySelectorAll('li')).toHaveLength(5);
});
