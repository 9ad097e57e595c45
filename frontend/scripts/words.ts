/**
 * The catalogue of the Python package as modules, sentences by key: `virtual:words`, and apart from
 * the first load those of the parts of the page that are loaded when they are wanted.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type TomlTable } from 'smol-toml';
import type { Plugin } from 'vite';

const CATALOGUE = join(import.meta.dirname, '../../src/sidepot/words/en.toml');

/** The sections with the page's own sentences; all others come from the server, filled. */
const SECTIONS = ['browser', 'count', 'list', 'rank', 'ranks', 'suit'];

/** Words that come with the part of the page that says them, by the name of their module. */
const PARTS: Record<string, { sections: string[]; of: RegExp }> = {
  verify: { sections: ['verify'], of: /^/ },
  replay: { sections: ['browser'], of: /^browser\.replay\./ },
  evening: { sections: ['browser'], of: /^browser\.(evening|season)\./ },
  // The panel of a deal and the page that verifies; the mark, a breach and a gap are the table's own.
  deals: {
    sections: ['browser'],
    of: /^browser\.(fair\.(?!mark\.|breach|details|gap|standing\.unchecked)|verify\.)/,
  },
  pages: { sections: ['browser'], of: /^browser\.(new|back)\./ },
  // Of an invitation: whoever is at the table already has come.
  invite: {
    sections: ['browser'],
    of: /^browser\.(join\.(?!enter)|tv\.|share\.(local|open_house|here|copy|copy_yourself|call|call_hint|call_save)$)/,
  },
  settings: { sections: ['browser'], of: /^browser\.(settings\.(?!coach)|keys\.)/ },
  // The people at a table and the tools of a host, with the caveat about experts of a new table.
  host: {
    sections: ['browser'],
    of: /^browser\.(new\.nearest$|at\.(host\.(?!(bot|choice|go_on)$)|sure\.|people\.(seated|coming|bank|rail|onlookers|sit_out|leave|settings|away|television)$))/,
  },
  daily: { sections: ['browser', 'daily'], of: /^(browser\.)?daily\./ },
  real: { sections: ['browser'], of: /^browser\.real\./ },
  // Loaded only where the coach is on.
  coach: { sections: ['browser'], of: /^browser\.at\.coach\.(?!forbidden$)/ },
  ledger: { sections: ['browser'], of: /^browser\.at\.ledger\./ },
};
const isLater = (key: string): boolean =>
  Object.values(PARTS).some(({ of, sections }) => sections.includes('browser') && of.test(key));

const MODULES: Record<string, (isTest: boolean) => Record<string, string>> = {
  // A test of a single module has all words that its page would have loaded.
  'virtual:words': (isTest) => entries(SECTIONS, (key) => isTest || !isLater(key)),
  ...Object.fromEntries(
    Object.entries(PARTS).map(([name, { sections, of }]) => [
      `virtual:words/${name}`,
      () => entries(sections, (key) => of.test(key)),
    ]),
  ),
};

function entries(sections: string[], isWanted: (key: string) => boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(catalogue(sections)).filter(([key]) => isWanted(key)));
}

export function words(): Plugin {
  let isTest = false;
  return {
    name: 'sidepot-words',
    configResolved: ({ mode }) => void (isTest = mode === 'test'),
    resolveId: (id) => (id in MODULES ? `\0${id}` : undefined),
    load(id) {
      const read = MODULES[id.slice(1)];
      if (!id.startsWith('\0') || !read) return;
      this.addWatchFile(CATALOGUE);
      return `export default ${JSON.stringify(read(isTest))}`;
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
