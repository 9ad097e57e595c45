/** The list of positions of the days, which the terminal reads too, as a module: `virtual:daily`. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const LIST = join(import.meta.dirname, '../../src/sidepot/daily/positions.jsonl');
const ID = 'virtual:daily';

export function daily(): Plugin {
  return {
    name: 'sidepot-daily',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load(id) {
      if (id !== `\0${ID}`) return;
      this.addWatchFile(LIST);
      return `export default ${JSON.stringify(readFileSync(LIST, 'utf-8'))}`;
    },
  };
}
