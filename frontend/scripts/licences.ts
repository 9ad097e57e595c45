/**
 * Writes `licences.txt` into the build: the licences of every font and npm package that went into
 * it, and those of the Python packages that a room runs on (`requirements/licences.txt`).
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const FILE = 'licences.txt';
const ROOT = join(import.meta.dirname, '../..');
const PYTHON = join(ROOT, 'requirements/licences.txt');
const RULE = '='.repeat(78);
const TEXT = /^(licen[cs]e|copying|ofl)/i;
const MODULES = '/node_modules/';

/** The files of all packages that went into the builds of this run, the single file's too. */
const sources = new Set<string>();

/** Notes what goes into a build. */
export function noteSources(): Plugin {
  return {
    name: 'sidepot-note-sources',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const id of this.getModuleIds()) sources.add(id);
      for (const file of Object.values(bundle))
        if (file.type === 'asset')
          for (const name of file.originalFileNames)
            sources.add(resolve(import.meta.dirname, '..', name));
    },
  };
}

/** Emits the file, when everything else is known: the last of the plugins. */
export function licences(): Plugin {
  return {
    name: 'sidepot-licences',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler() {
        this.emitFile({ type: 'asset', fileName: FILE, source: page(packageFolders(sources)) });
      },
    },
  };
}

/** The folders of the packages to which files belong, each once. */
export function packageFolders(files: Iterable<string>): string[] {
  const found = [...files].map(folderOf).filter((folder) => folder !== null);
  return [...new Set(found)].sort();
}

function folderOf(file: string): string | null {
  const path = file.replaceAll('\\', '/').replace(/^\0+/, '').replace(/\?.*$/, '');
  const at = path.lastIndexOf(MODULES);
  if (at < 0) return null;
  const start = at + MODULES.length;
  const [first = '', second = ''] = path.slice(start).split('/');
  return path.slice(0, start) + (first.startsWith('@') ? `${first}/${second}` : first);
}

/** The whole page: our own licence, then packages, then Python packages. */
export function page(folders: string[]): string {
  const own = section('Sidepot', readFileSync(join(ROOT, 'LICENSE'), 'utf-8'));
  return [own, ...folders.map(ofPackage), readFileSync(PYTHON, 'utf-8')].join('\n');
}

/** A package and the text of its licence. Throws for one without. */
export function ofPackage(folder: string): string {
  const file = existsSync(folder) ? readdirSync(folder).find((name) => TEXT.test(name)) : undefined;
  const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf-8')) as {
    name: string;
  };
  if (!file) throw new Error(`${name} goes into the page, and has no licence in ${folder}`);
  return section(`${name} (page)`, readFileSync(join(folder, file), 'utf-8'));
}

function section(title: string, text: string): string {
  return `${RULE}\n${title}\n${RULE}\n\n${text.trim()}\n`;
}
