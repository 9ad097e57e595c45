import { expect, test } from 'vitest';
import type { DealState } from '../../fairness/dealState';
import { say } from '../../lib/words';
import { breachText, dealMark, dealSentences } from './fairDeal';

const DEAL: DealState = {
  hand: 3,
  turn: 1,
  fixed: 0,
  commitment: 'c',
  stage: 'proven',
  own: 'in',
  cutters: ['b', 'g'],
  missing: [],
  isProven: true,
  isDeckKnown: true,
};
const NAMES: Record<string, string> = { b: 'Bo', g: 'Ana' };
const sentences = (changes: Partial<DealState>, me: string | null = 'g') =>
  dealSentences({ ...DEAL, ...changes }, (guest) => NAMES[guest]!, me);

test('a breach stands before everything else, in every later hand', () => {
  const deals = { 3: DEAL };
  expect(dealMark({ deals, breaches: [] }, 3)).toBe('proven');
  expect(dealMark({ deals: { 3: { ...DEAL, own: 'elsewhere' } }, breaches: [] }, 3)).toBe(
    'elsewhere',
  );
  expect(dealMark({ deals, breaches: [] }, 4)).toBe('unknown');
  expect(dealMark({ deals: {}, breaches: [] }, 0)).toBe(null);
  expect(dealMark({ deals, breaches: [{ hand: 2, kind: 'seed' }] }, 4)).toBe('breach');
});

test('three sentences say what was fixed, who cut and who was missing; one, what was checked', () => {
  const [fixed, ...others] = sentences({});
  expect(fixed).toContain('two decks were fixed');
  expect(others).toEqual([
    say('fair.cut', { names: 'Bo and you' }),
    say('fair.nobody_missing'),
    say('fair.proven'),
  ]);
});

test('turns are told with their names', () => {
  const [, , missing] = sentences({ missing: [['Bo', 'Cy'], []] });
  expect(missing).toBe(
    `${say('fair.missing', { turn: 1, names: 'Bo and Cy' })} ${say('fair.changed', { turn: 2 })}`,
  );
});

test('what lacks for a whole proof is said', () => {
  expect(sentences({ cutters: [], stage: 'uncut', own: 'out' })).toContain(say('fair.uncut'));
  expect(sentences({ own: 'elsewhere' })).toContain(say('fair.elsewhere'));
  expect(sentences({ own: 'out' })).toContain(say('fair.out'));
  expect(sentences({ own: 'out' }, null)).not.toContain(say('fair.out'));
  expect(sentences({ fixed: null })).toContain(say('fair.fixed_before'));
  expect(sentences({ isProven: false })).toContain(say('fair.unproven'));
  expect(sentences({ isDeckKnown: false })).toContain(say('fair.word'));
  const broken = dealSentences(DEAL, String, 'g', true);
  expect(broken).toContain(say('fair.claimed', { names: 'b and you' }));
  expect(broken).not.toContain(say('fair.proven'));
});

test('a breach is said in words, with its hand', () => {
  expect(breachText({ hand: 4, kind: 'deck' })).toMatch(/^Hand 4: the deck .*\.$/);
});
