/** Writes the service worker into the build, with the names of the files that it keeps. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const SOURCE = join(import.meta.dirname, '../src/worker.js');
const FILE = 'sw.js';
/** Files of the build that no page shows: they are saved, or drawn by messengers. */
const LEFT_OUT = /^(licences\.txt|verify\.html|preview\.png|index\.html)$|\.map$/;
/** Files that are in the build's folder, and not made by it. */
const PUBLIC = ['icon.svg', 'icon-192.png', 'manifest.webmanifest'];

export function worker(): Plugin {
  return {
    name: 'sidepot-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = Object.values(bundle);
        const content = files.map((file) => (file.type === 'chunk' ? file.code : file.source));
        const source = workerOf(Object.keys(bundle), content);
        this.emitFile({ type: 'asset', fileName: FILE, source });
      },
    },
  };
}

/** The worker for a build: its files, and a name for it that changes with their content. */
export function workerOf(names: string[], content: (string | Uint8Array)[]): string {
  const kept = [...names.filter((name) => !LEFT_OUT.test(name)), ...PUBLIC].sort();
  const source = readFileSync(SOURCE, 'utf-8');
  const hash = createHash('sha256').update(source);
  for (const one of content) hash.update(one);
  const paths = ['/', ...kept.map((name) => `/${name}`)];
  return source
    .replace('__FILES__;', () => `${JSON.stringify(paths)};`)
    .replace("'__BUILD__'", () => `'${hash.digest('hex').slice(0, 16)}'`);
}
