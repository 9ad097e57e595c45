import { cleanup, render } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Playback, recorded } from '../dev/recorded';
import { prefs } from '../lib/prefs.svelte';
import { say } from '../lib/words';
import type { FromServer, View } from '../protocol/socket';
import Coach from './Coach.svelte';
import { Play } from './play.svelte';

beforeEach(() => (prefs.coach = true));
afterEach(cleanup);

/** The panel at a recorded table, and what it asks. */
function coached(change: (view: View) => void = () => {}) {
  const playback = recorded('ricochet-your-turn');
  next(playback, change);
  const play = new Play(playback.session);
  const { container } = render(Coach, { play });
  flushSync();
  const asked = () => playback.server.line.sent.filter(({ type }) => type === 'advise');
  const status = () => container.querySelector('[role=status]')?.textContent;
  return { ...playback, play, container, asked, status };
}

function next({ session, server }: Playback, change: (view: View) => void): void {
  const view = structuredClone(session.view!);
  view.version += 1;
  change(view);
  server.line.tell(view);
  flushSync();
}

async function settled(): Promise<void> {
  await Promise.resolve();
  flushSync();
}

test('on one’s turn it asks once, and says what each choice is worth', async () => {
  const { container, asked, status, session, server } = coached();
  await settled();
  const rows = [...container.querySelectorAll('li')].map((li) => li.textContent);
  expect(rows).toHaveLength(5);
  expect(rows[4]).toMatch(/Buy 4.*\+2\.41.*83% clear/);
  expect(status()).toBe('Sampled, give or take 0.02 chips.');
  next({ session, server } as Playback, (view) => (view.now += 1));
  expect(asked()).toHaveLength(1);
});

test('where people bet it shows chances, and why no choice has a value', async () => {
  prefs.coach = false;
  const { server, container, status } = coached();
  const { answer } = server;
  server.answer = (sent) => {
    const given = answer(sent);
    const chances = [{ action: 'call', win: 0.3, tie: 0.02 }];
    return given?.type === 'advice' ? { ...given, choices: [], escape: [], chances } : given;
  };
  prefs.coach = true;
  flushSync();
  await settled();
  const list = container.querySelector('ul')!;
  expect(list.getAttribute('aria-label')).toBe(say('at.coach.chances'));
  expect([...list.children].map((li) => li.textContent)).toEqual([
    expect.stringMatching(/Call.*30%.*2% ties/),
  ]);
  expect(list.textContent).not.toContain(say('at.coach.chips'));
  expect(status()).toContain(say('at.coach.unvalued'));
});

test('it says nothing where it is off, where one looks on, or is not to act', () => {
  prefs.coach = false;
  expect(coached().container.querySelector('section')).toBeNull();
  expect(coached().asked()).toEqual([]);
  prefs.coach = true;
  expect(coached((view) => (view.chair = null)).container.querySelector('section')).toBeNull();
  const { asked, status, container } = coached((view) => (view.hand!.menu = []));
  expect(asked()).toEqual([]);
  expect(status()).toBe('');
  expect(container.textContent).toContain(say('at.coach.later'));
});

test('a table that forbids it is not asked, and it is said why', () => {
  const { asked, status, container } = coached((view) => (view.room.rules.coach = false));
  expect(asked()).toEqual([]);
  expect(status()).toBe(say('at.coach.forbidden'));
  expect(container.querySelector('ul')).toBeNull();
});

test('why nothing is said of a turn is said', async () => {
  prefs.coach = false;
  const { server, status } = coached();
  const reason = { key: 'room.refused_advice', values: {}, text: 'no idea' };
  server.answer = ({ type, ...rest }) =>
    type === 'advise' && 'id' in rest
      ? ({ type: 'refusal', id: rest.id, reason, menu: [] } satisfies FromServer)
      : null;
  prefs.coach = true;
  flushSync();
  await settled();
  expect(status()).toBe('no idea');
});
