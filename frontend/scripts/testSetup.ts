/** Runs before every test file: clears what another one has left behind in this process. */

import { vi } from 'vitest';

vi.resetModules();
localStorage.clear();
sessionStorage.clear();
document.body.replaceChildren();
history.replaceState(null, '', '/');
