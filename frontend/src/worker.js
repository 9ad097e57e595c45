/**
 * The service worker: shows the page where there is no network. It keeps the files of the page, and
 * nothing else: never an answer of the room, so never a table. What was replayed or read of the
 * rules is kept by the page itself (lib/saved.ts), and so is a hand with real cards (lib/keptTable.ts).
 *
 * `__FILES__` and `__BUILD__` are filled in by scripts/worker.ts.
 */

const FILES = __FILES__;
const BUILD = '__BUILD__';
const PREFIX = 'sidepot-page-';
const CACHE = PREFIX + BUILD;
const SHELL = '/';
/** Builds whose files are kept: this one, and the one that open pages may still be of. */
const KEPT = 2;

addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => skipWaiting()),
  );
});

addEventListener('activate', (event) => {
  event.waitUntil(dropOldBuilds().then(() => clients.claim()));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(pageOf(request));
  else if (pathname.startsWith('/assets/') || FILES.includes(pathname))
    event.respondWith(fileOf(request, pathname));
});

/** The page as the room has it now; without the room, the one of this build. */
async function pageOf(request) {
  try {
    return await fetch(request);
  } catch {
    return (await (await caches.open(CACHE)).match(SHELL)) ?? Response.error();
  }
}

/** A file whose name changes with its content comes from here at once; others as the room has them. */
async function fileOf(request, pathname) {
  const isFixed = pathname.startsWith('/assets/');
  const kept = await caches.match(request, { ignoreSearch: true });
  if (isFixed && kept) return kept;
  try {
    return await fetch(request);
  } catch {
    return kept ?? Response.error();
  }
}

async function dropOldBuilds() {
  const builds = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  const old = builds.filter((name) => name !== CACHE).slice(0, -(KEPT - 1));
  await Promise.all(old.map((name) => caches.delete(name)));
}
