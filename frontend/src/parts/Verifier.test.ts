import { cleanup, render } from '@testing-library/svelte';
import { stringify } from 'smol-toml';
import { afterEach, expect, test, vi } from 'vitest';
import { historyOf, shuffledDecks } from '../dev/dealer';
import { NO_COMMITMENT, wholeDecks } from '../fairness/deals';
import { say } from '../lib/words';
import Verifier from './Verifier.svelte';

afterEach(cleanup);

const DEAL = {
  at: { table: 't', hand: 1, turn: 1 },
  prev: NO_COMMITMENT,
  decks: shuffledDecks(wholeDecks([])),
  seeds: new Map([['ana', 'a1'.repeat(32)]]),
};

/** The page when these files have been verified. */
async function verified(files: Record<string, string>): Promise<HTMLElement> {
  const given = Object.entries(files).map(([name, text]) => ({ name, text }));
  const { container } = render(Verifier, { given });
  await vi.waitUntil(() => container.querySelector('.sum'));
  return container;
}

test('a proven hand says so, and what is not proven', async () => {
  const page = await verified({ 'one.phh': stringify(historyOf(DEAL)) });
  expect(page.querySelector('li.proven')?.textContent).toContain('Proven; 1 seed cut the deck');
  expect(page.querySelector('.sum')?.textContent).toMatch(/Proven, in 1 hand: .*No history can/s);
  expect(page.querySelector('.sum')?.textContent).toContain('Table t: hands 1 to 1');
});

test('a deal counts once, to whomever it is told; whose word its cards are by is said', async () => {
  const told = stringify(historyOf(DEAL));
  const page = await verified({ 'ana.phh': told, 'bo.phh': told });
  expect(page.querySelectorAll('li.proven').length).toBe(2);
  expect(page.querySelector('.sum')?.textContent).toContain('Proven, in 1 hand:');
  expect(page.textContent).not.toContain(say('verify.word'));
  const other = { ...historyOf(DEAL), variant: 'a game of their own' };
  const { textContent } = await verified({ 'one.phh': stringify(other) });
  expect(textContent).toContain(say('verify.word'));
});

test('what is wrong with a hand is said in words', async () => {
  const { _fairness, ...fields } = historyOf(DEAL);
  const wrong = {
    ...fields,
    _fairness: { ..._fairness, dealt: 'ab'.replace(_fairness.dealt, '') },
  };
  const page = await verified({ 'one.phh': stringify(wrong) });
  expect(page.querySelector('li.wrong')?.textContent).toContain(
    'WRONG. The seeds choose the other',
  );
});

test('a file that is none is said, and does not keep another from being verified', async () => {
  const page = await verified({ 'x.txt': '<html>', 'one.phh': stringify({ actions: [] }) });
  expect(page.querySelector('[role=alert]')?.textContent).toBe(say('verify.unreadable'));
  expect(page.querySelector('li.bare')?.textContent).toContain('Not proven');
});

test('a proof that cannot be computed does not keep others from being verified', async () => {
  const { _fairness, ...fields } = historyOf(DEAL);
  const leaves = [Array.from({ length: 65_537 }, () => 'ab'.repeat(32))];
  const huge = stringify({ ...fields, _fairness: { ..._fairness, leaves } });
  const page = await verified({ 'huge.phh': huge, 'one.phh': stringify(historyOf(DEAL)) });
  expect(page.querySelector('li.wrong')?.textContent).toMatch(/proof cannot be read/);
  expect(page.querySelector('li.proven')).not.toBe(null);
});
