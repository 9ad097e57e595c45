import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { leadsTo, type Module, parseModule, readModules } from './modules';

const BASE = ['lib', 'fairness', 'protocol'];
const PIECES = ['table/pieces', 'table/model', ...BASE];
/** Each folder of the source, and the folders that it may import from. */
const FOLDERS: Record<string, string[]> = {
  protocol: [],
  fairness: ['protocol'],
  lib: ['fairness', 'protocol'],
  parts: BASE,
  'table/model': BASE,
  'table/pieces': ['table/model', ...BASE],
  'table/effects': ['table/model', ...BASE],
  'table/seat': PIECES,
  'table/dock': PIECES,
  'table/side': [...PIECES, 'parts'],
  'table/stage': PIECES,
  'table/real': [...PIECES, 'parts'],
  table: [
    'table/seat',
    'table/dock',
    'table/side',
    'table/effects',
    'table/stage',
    'table/real',
    ...PIECES,
    'parts',
  ],
  replay: ['table', 'table/seat', 'table/model', 'table/pieces', ...BASE, 'parts'],
  evening: ['table/model', 'table/pieces', 'parts', ...BASE],
  daily: ['table/model', 'table/pieces', 'parts', ...BASE],
  pages: ['table', 'replay', 'evening', 'daily', 'parts', ...BASE],
  dev: ['table', ...BASE],
  '.': ['pages', 'parts', ...BASE],
};
/** Further packages that tests may import. */
const FOR_TESTS = ['dev', '../scripts'];
/** Made whole, used or not. */
const GENERATED = /^src\/protocol\//;
/** Taken from a module that is loaded when it is wanted. */
const LOADED = ['src/pages/TablePage.svelte loadTelevision'];

const ROOT = join(import.meta.dirname, '..');
const SOURCE = readModules(ROOT, 'src');
const isTest = ({ path }: Module) => path.endsWith('.test.ts');

/** The folder of a module, without the `src` around it. */
function folderOf(path: string): string {
  return relative('src', dirname(path)) || '.';
}

function wrongImports(modules: Module[]): string[] {
  return modules.flatMap((module) => {
    const folder = folderOf(module.path);
    const allowed = [folder, ...(FOLDERS[folder] ?? []), ...(isTest(module) ? FOR_TESTS : [])];
    return module.imports
      .filter(({ target }) => !allowed.includes(folderOf(target)))
      .map(({ target }) => `${module.path} -> ${target}`);
  });
}

/** Exports that no other module imports. */
function unusedExports(modules: Module[]): string[] {
  return modules.flatMap((module) => {
    const imports = modules.flatMap(({ imports }) => imports.filter((one) => leadsTo(one, module)));
    const used = new Set(imports.flatMap(({ names }) => names));
    return module.exports.filter((name) => !used.has(name)).map((name) => `${module.path} ${name}`);
  });
}

test('imports go in one direction between the folders', () => {
  expect(SOURCE.filter(({ path }) => !FOLDERS[folderOf(path)])).toEqual([]);
  expect(wrongImports(SOURCE)).toEqual([]);
});

test('a name that only its own module uses is not exported', () => {
  const config = parseModule('vite.config.ts', readFileSync(join(ROOT, 'vite.config.ts'), 'utf-8'));
  const modules = [config, ...SOURCE, ...readModules(ROOT, 'scripts')];
  expect(unusedExports(modules).filter((name) => !GENERATED.test(name))).toEqual(LOADED);
});

test.each([
  ['src/table/model/bet.ts', "import Card from '../pieces/Card.svelte';"],
  ['src/table/seat/Seat.svelte', "<script>import { x } from '../dock/x';</script>"],
  ['src/lib/api.ts', "import type { Tab } from '../table/side/tabs';"],
  ['src/App.svelte', "<script>const load = () => import('./table/Table.svelte');</script>"],
])('an import against the direction is found: %s', (path, text) => {
  expect(wrongImports([parseModule(path, text)])).toHaveLength(1);
});

test('an export that nothing imports is found, and one that a component imports is not', () => {
  const text = 'export const a = 1; export interface B {} export function c() {} const d = a;';
  const user = "<script>import { a as x, type B } from './lib/source.svelte';</script>";
  const modules = [parseModule('lib/source.svelte.ts', text), parseModule('App.svelte', user)];
  expect(unusedExports(modules)).toEqual(['lib/source.svelte.ts c']);
});
