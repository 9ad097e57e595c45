import { expect, test } from 'vitest';
import { type DealState, type FairState, NO_DEALS, STANDINGS } from '../../fairness/dealState';
import { say } from '../../lib/words';
import { breachText, dealMark, dealSentences, markIcon, markText, standings } from './fairDeal';

const DEAL: DealState = {
  hand: 3,
  turn: 1,
  fixed: 0,
  commitment: 'c',
  stage: 'cut',
  own: 'in',
  cutters: ['b', 'g'],
  missing: [],
  isDeckKnown: true,
  standing: 'proven',
};
const fair = (changes: Partial<FairState>): FairState => ({ ...NO_DEALS, ...changes });
const NAMES: Record<string, string> = { b: 'Bo', g: 'Ana' };
const sentences = (changes: Partial<DealState>, me: string | null = 'g') =>
  dealSentences({ ...DEAL, ...changes }, (guest) => NAMES[guest]!, me);

test('a breach stands before everything else, in every later hand', () => {
  const deals = { 3: DEAL };
  expect(dealMark(fair({ deals }), 3)).toBe('proven');
  expect(dealMark(fair({}), 0)).toBe(null);
  expect(dealMark(fair({ deals, breaches: [{ hand: 2, kind: 'seed' }] }), 4)).toBe('breach');
});

test('proven, not yet and could not be checked look different, and say so', () => {
  const mark = (changes: Partial<DealState>) =>
    dealMark(fair({ deals: { 3: { ...DEAL, ...changes } } }), 3)!;
  const marks = [
    mark({}),
    mark({ standing: 'awaited' }),
    mark({ standing: 'unchecked' }),
    mark({ standing: 'uncut', stage: 'uncut' }),
    dealMark(fair({ breaches: [{ hand: 2, kind: 'seed' }] }), 3)!,
  ];
  expect(marks).toEqual(['proven', 'cut', 'unchecked', 'uncut', 'breach']);
  expect(new Set(marks.map(markIcon)).size).toBe(5);
  expect(new Set(marks.map((one) => markText(one, 0))).size).toBe(5);
  expect(mark({ standing: 'awaited', stage: 'fixed' })).toBe('fixed');
  expect(mark({ own: 'elsewhere', standing: 'unchecked' })).toBe('elsewhere');
  expect(dealMark(fair({ deals: {} }), 3)).toBe('unchecked');
});

test('how many hands stand how is told of each that there are', () => {
  const counts = { ...NO_DEALS.counts, proven: 12, unchecked: 1 };
  expect(standings(fair({ counts })).map(({ text }) => text)).toEqual([
    '12 hands proven',
    '1 hand could not be checked',
  ]);
  expect(markText('proven', 1)).toContain('1 hand could not be checked');
  const all = standings(
    fair({ counts: { proven: 1, uncut: 1, awaited: 1, unchecked: 1, wrong: 1 } }),
  );
  expect(new Set(all.map(({ icon }) => icon)).size).toBe(STANDINGS.length);
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
  expect(sentences({ standing: 'awaited' })).toContain(say('fair.unproven'));
  expect(sentences({ standing: 'unchecked' })).toContain(say('fair.unchecked'));
  for (const changes of [{ standing: 'unchecked' }, { own: 'elsewhere' }] as const)
    expect(sentences(changes)).not.toContain(say('fair.proven'));
  expect(sentences({ isDeckKnown: false })).toContain(say('fair.word'));
  const broken = dealSentences(DEAL, String, 'g', true);
  expect(broken).toContain(say('fair.claimed', { names: 'b and you' }));
  expect(broken).not.toContain(say('fair.proven'));
});

test('a breach is said in words, with its hand', () => {
  expect(breachText({ hand: 4, kind: 'deck' })).toMatch(/^Hand 4: the deck .*\.$/);
});
