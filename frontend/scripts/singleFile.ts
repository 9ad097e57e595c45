/** Builds the page that verifies hands a second time, as one file that works from the disk. */

import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build, type Plugin, type Rolldown } from 'vite';
import { languages } from './languages.ts';
import { noteSources } from './licences.ts';
import { words } from './words.ts';

const ENTRY = 'verify.html';
const EVERYTHING = Number.MAX_SAFE_INTEGER;

export function singleFile(): Plugin {
  let root = '';
  return {
    name: 'sidepot-single-file',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: ENTRY, source: await built(root) });
    },
  };
}

/** The page with its script, style and fonts in it. */
async function built(root: string): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    plugins: [svelte(), words(), languages(), noteSources()],
    build: {
      write: false,
      target: 'es2022',
      cssCodeSplit: false,
      assetsInlineLimit: EVERYTHING,
      modulePreload: false,
      rolldownOptions: { input: join(root, ENTRY), output: { codeSplitting: false } },
    },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as Rolldown.RolldownOutput;
  return inlined(output.map(fileOf));
}

interface BuiltFile {
  name: string;
  text: string;
}

function fileOf(file: Rolldown.OutputChunk | Rolldown.OutputAsset): BuiltFile {
  const text = file.type === 'chunk' ? file.code : Buffer.from(file.source).toString('utf-8');
  return { name: file.fileName, text };
}

/** The HTML file of a build with its one script and its one style in it. Throws for others. */
export function inlined(files: BuiltFile[]): string {
  const of = (ending: string) => files.filter(({ name }) => name.endsWith(ending));
  const [html, script, style] = [of('.html'), of('.js'), of('.css')].map(([file]) => file);
  if (files.length !== 3 || !html || !script || !style)
    throw new Error(`not one file of each: ${files.map(({ name }) => name).join(', ')}`);
  const code = script.text.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
  const bare = html.text
    .replace(/<script[^>]*src=[^>]*><\/script>/, '')
    .replace(/<link[^>]*rel="stylesheet"[^>]*>/, () => `<style>${style.text}</style>`);
  return bare.replace('</body>', () => `<script type="module">${code}</script></body>`);
}
