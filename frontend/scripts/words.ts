/** The catalogue of the Python package as a module, `virtual:words`: sentences by key. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type TomlTable } from 'smol-toml';
import type { Plugin } from 'vite';

const CATALOGUE = join(import.meta.dirname, '../../src/sidepot/words/en.toml');

/** The sections with the page's own sentences; all others come from the server, filled. */
const SECTIONS = ['browser', 'count', 'list', 'rank', 'ranks', 'suit'];

const NAME = 'virtual:words';
const RESOLVED = `\0${NAME}`;

export function words(): Plugin {
  return {
    name: 'sidepot-words',
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    load(id) {
      if (id !== RESOLVED) return;
      this.addWatchFile(CATALOGUE);
      return `export default ${JSON.stringify(catalogue())}`;
    },
  };
}

/** The entries of these sections. */
export function catalogue(): Record<string, string> {
  const tree = parse(readFileSync(CATALOGUE, 'utf-8'));
  return Object.fromEntries(
    SECTIONS.flatMap((section) => flat(tree[section] as TomlTable, section)),
  );
}

function flat(tree: TomlTable, prefix: string): [string, string][] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [[`${prefix}.${name}`, value] as [string, string]]
      : flat(value as TomlTable, `${prefix}.${name}`),
  );
}
