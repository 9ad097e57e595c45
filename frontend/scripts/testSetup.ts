/**
 * Runs before every test file: clears what another one has left behind in this process, and lets
 * what loads late take its time, since other tests may run beside these.
 */

import { configure } from '@testing-library/svelte';
import { vi } from 'vitest';

const timeout = 10_000;
const { waitFor, waitUntil } = vi;

configure({ asyncUtilTimeout: timeout });
vi.waitFor = (callback, options = { timeout }) => waitFor(callback, options);
vi.waitUntil = (callback, options = { timeout }) => waitUntil(callback, options);

vi.resetModules();
localStorage.clear();
sessionStorage.clear();
document.body.replaceChildren();
history.replaceState(null, '', '/');
