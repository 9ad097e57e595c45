import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ofPackage, packageFolders, page } from './licences';

test('the folder of a package is found from any of its files', () => {
  const files = [
    '/a/node_modules/@noble/hashes/sha2.js',
    '/a/node_modules/@noble/hashes/utils.js?v=1',
    '\0/a/node_modules/svelte/src/internal.js',
    '/a/node_modules/x/node_modules/y/index.js',
    '/a/src/main.ts',
    'C:\\a\\node_modules\\@fontsource\\besley\\files\\besley.woff2',
  ];
  expect(packageFolders(files)).toEqual([
    '/a/node_modules/@noble/hashes',
    '/a/node_modules/svelte',
    '/a/node_modules/x/node_modules/y',
    'C:/a/node_modules/@fontsource/besley',
  ]);
});

test('a package without a licence cannot go into the page', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'sidepot-')), 'bare');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"name": "bare"}');
  expect(() => ofPackage(folder)).toThrow('bare goes into the page, and has no licence');
  expect(() => page([folder])).toThrow('no licence');
  writeFileSync(join(folder, 'LICENSE'), 'Do what you like.');
  expect(page([folder])).toContain('bare (page)');
});
