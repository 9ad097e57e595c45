/** Registers the service worker, in a quiet moment, where the page is a built one. */

/** The first visit loads the page alone (ms). */
const QUIET = 5000;

export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Browsers have it on origins that they trust alone; without it the page works as before.
  setTimeout(() => void navigator.serviceWorker.register('/sw.js').catch(() => {}), QUIET);
}
