/**
 * The other languages as modules: `virtual:languages` names them and loads each when it is wanted,
 * `virtual:language/de` has all of its words for the page. What they lack is said in English.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type TomlTable } from 'smol-toml';
import type { HtmlTagDescriptor, Plugin } from 'vite';

const FOLDER = join(import.meta.dirname, '../../src/sidepot/words');
const DEFAULT = 'en';
/** The sections that the page says itself; a language may add lists of its own, `own_...`. */
const SECTION = /^(browser|count|daily|list|rank|ranks|suit|verify|own_\w+)$/;
const NAMES = 'virtual:languages';
const ONE = 'virtual:language/';

export function languages(): Plugin {
  return {
    name: 'sidepot-languages',
    transformIndexHtml: () => codesAndDefault().map(withoutScript),
    resolveId: (id) => (id === NAMES || id.startsWith(ONE) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith('\0')) return;
      const name = id.slice(1);
      if (name === NAMES) return listed();
      if (!name.startsWith(ONE)) return;
      const code = name.slice(ONE.length);
      this.addWatchFile(fileOf(code));
      return `export default ${JSON.stringify(wordsIn(code))}`;
    },
  };
}

/** A page's text without scripts, in every language: nothing can choose one then. */
function withoutScript(code: string): HtmlTagDescriptor {
  const children = (treeOf(code).language as TomlTable).noscript as string;
  const said = [{ tag: 'p', attrs: { lang: code }, children }];
  return { tag: 'noscript', children: said, injectTo: 'body' };
}

function codesAndDefault(): string[] {
  return [DEFAULT, ...codes()];
}

/** The languages beside English. */
function codes(): string[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.toml'));
  return files
    .map((name) => name.replace('.toml', ''))
    .filter((code) => code !== DEFAULT)
    .sort();
}

/** The words of the page in a language. */
function wordsIn(code: string): Record<string, string> {
  const wanted = Object.entries(treeOf(code)).filter(([section]) => SECTION.test(section));
  return Object.fromEntries(wanted.flatMap(([name, tree]) => flat(tree as TomlTable, name)));
}

function listed(): string {
  const all = codesAndDefault().map((code) => {
    const name = (treeOf(code).language as TomlTable).name;
    const load = code === DEFAULT ? 'null' : `() => import('${ONE}${code}')`;
    return `{ code: '${code}', name: ${JSON.stringify(name)}, load: ${load} }`;
  });
  return `export default [${all.join(', ')}]`;
}

function treeOf(code: string): TomlTable {
  return parse(readFileSync(fileOf(code), 'utf-8'));
}

function fileOf(code: string): string {
  return join(FOLDER, `${code}.toml`);
}

function flat(tree: TomlTable, prefix: string): [string, string][] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [[`${prefix}.${name}`, value] as [string, string]]
      : flat(value as TomlTable, `${prefix}.${name}`),
  );
}
