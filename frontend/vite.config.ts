import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { compress } from './scripts/compress.ts';
import { daily } from './scripts/daily.ts';
import { languages } from './scripts/languages.ts';
import { licences, noteSources } from './scripts/licences.ts';
import { singleFile } from './scripts/singleFile.ts';
import { words } from './scripts/words.ts';
import { worker } from './scripts/worker.ts';

const room = process.env.SIDEPOT_ROOM ?? 'http://127.0.0.1:8000';

export default defineConfig(({ mode }) => ({
  plugins: [
    svelte(),
    words(),
    daily(),
    languages(),
    singleFile(),
    noteSources(),
    licences(),
    worker(),
    compress(),
  ],
  build: {
    outDir: '../src/sidepot/room/web/page',
    emptyOutDir: true,
    // Data URLs would be against the policy of the page.
    assetsInlineLimit: 0,
    target: 'es2022',
  },
  // In tests components run as in the browser, not as on a server.
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  server: {
    proxy: { '/api': { target: room, ws: true } },
    fs: { allow: ['.', '../src/sidepot/room/client/deal_states.json'] },
  },
  test: {
    environment: 'happy-dom',
    include: ['{src,scripts}/**/*.test.ts'],
    // A process and its happy-dom for every file takes longer than all the tests.
    isolate: false,
    testTimeout: 30_000,
    setupFiles: ['scripts/testSetup.ts'],
  },
}));
