/**
 * The catalogue of the Python package as modules, sentences by key: `virtual:words`, and apart from
 * the first load `virtual:words/verify`.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type TomlTable } from 'smol-toml';
import type { Plugin } from 'vite';

const CATALOGUE = join(import.meta.dirname, '../../src/sidepot/words/en.toml');

/** The sections with the page's own sentences; all others come from the server, filled. */
const SECTIONS = ['browser', 'count', 'list', 'rank', 'ranks', 'suit'];

/** What `sidepot verify` says, and the page that verifies too. */
const VERIFY = ['verify'];

/** What the replayer says; it comes with the replayer. */
const REPLAY = 'browser.replay.';
const isReplay = (key: string): boolean => key.startsWith(REPLAY);

const MODULES: Record<string, () => Record<string, string>> = {
  'virtual:words': () => entries(SECTIONS, (key) => !isReplay(key)),
  'virtual:words/replay': () => entries(['browser'], isReplay),
  'virtual:words/verify': () => entries(VERIFY, () => true),
};

function entries(sections: string[], isWanted: (key: string) => boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(catalogue(sections)).filter(([key]) => isWanted(key)));
}

export function words(): Plugin {
  return {
    name: 'sidepot-words',
    resolveId: (id) => (id in MODULES ? `\0${id}` : undefined),
    load(id) {
      const read = MODULES[id.slice(1)];
      if (!id.startsWith('\0') || !read) return;
      this.addWatchFile(CATALOGUE);
      return `export default ${JSON.stringify(read())}`;
    },
  };
}

/** The entries of these sections. */
export function catalogue(sections = SECTIONS): Record<string, string> {
  const tree = parse(readFileSync(CATALOGUE, 'utf-8'));
  return Object.fromEntries(
    sections.flatMap((section) => flat(tree[section] as TomlTable, section)),
  );
}

function flat(tree: TomlTable, prefix: string): [string, string][] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [[`${prefix}.${name}`, value] as [string, string]]
      : flat(value as TomlTable, `${prefix}.${name}`),
  );
}
