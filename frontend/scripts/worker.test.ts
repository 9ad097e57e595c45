import { expect, test } from 'vitest';
import { workerOf } from './worker';

const NAMES = ['index.html', 'assets/index-abc.js', 'licences.txt', 'verify.html'];

test('the worker keeps the files that pages show, and the page', () => {
  const [, files] = /const FILES = (\[.*?\]);/.exec(workerOf(NAMES, ['a']))!;
  const kept = JSON.parse(files!) as string[];
  expect(kept).toContain('/');
  expect(kept).toContain('/assets/index-abc.js');
  expect(kept).toContain('/manifest.webmanifest');
  expect(kept.filter((path) => /api|licences|verify|index\.html/.test(path))).toEqual([]);
});

test('another content is another build', () => {
  const build = (content: string) => /const BUILD = '(\w+)'/.exec(workerOf(NAMES, [content]))![1];
  expect(build('a')).toBe(build('a'));
  expect(build('a')).not.toBe(build('b'));
});
