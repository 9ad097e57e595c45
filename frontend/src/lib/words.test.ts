import { readdirSync, readFileSync } from 'node:fs';
import { join as path } from 'node:path';
import { expect, test, vi } from 'vitest';
import { catalogue } from '../../scripts/words';
import { join, say } from './words';

vi.mock('virtual:words', async () => {
  const { catalogue } = await import('../../scripts/words');
  return {
    default: {
      ...catalogue(),
      'browser.test': '{who} has {n:chips} and {card:rank}',
      'browser.test_list': 'with {names}',
    },
  };
});

const SOURCE = path(import.meta.dirname, '..');
const texts = readdirSync(SOURCE, { recursive: true, encoding: 'utf-8' })
  .filter((name) => /\.(svelte|ts)$/.test(name) && !/\.test\.ts$|^dev/.test(name))
  .map((name) => readFileSync(path(SOURCE, name), 'utf-8'));
const entries = Object.keys(catalogue())
  .filter((key) => key.startsWith('browser.'))
  .map((key) => key.slice('browser.'.length));

test('places are filled, counted and joined', () => {
  expect(say('test', { who: 'Ana', n: 1, card: 'K' })).toBe('Ana has 1 chip and king');
  expect(say('test', { who: 'Ana', n: 2, card: 'K' })).toBe('Ana has 2 chips and king');
  expect(say('test_list', { names: ['Ana', 'Bo', '$&'] })).toBe('with Ana, Bo and $&');
  expect(join(['a', 'b'], 'or')).toBe('a or b');
});

test('what lacks words or values is an error', () => {
  expect(() => say('nobody_wrote_this')).toThrow();
  expect(() => say('test')).toThrow();
});

/** Keys that are written out in the source, and the beginnings of those that are put together. */
const said = texts.flatMap((text) => [...text.matchAll(/\bsay\(\s*'([\w.]+)'/g)].map((m) => m[1]!));
const begun = texts.flatMap((text) =>
  [...text.matchAll(/\bsay\(\s*`([\w.]+)\$\{/g)].map((m) => m[1]!),
);

test('every key that the page says has words', () => {
  expect(said.filter((key) => !entries.includes(key))).toEqual([]);
  expect(begun.filter((start) => !entries.some((key) => key.startsWith(start)))).toEqual([]);
});

test('all words are said', () => {
  const isSaid = (key: string) =>
    said.includes(key) || begun.some((start) => key.startsWith(start));
  expect(entries.filter((key) => !isSaid(key))).toEqual([]);
});
