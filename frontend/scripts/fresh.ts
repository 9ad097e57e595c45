/** Before every file of tests: what another file's left behind in this process is gone. */

import { vi } from 'vitest';

vi.resetModules();
localStorage.clear();
sessionStorage.clear();
document.body.replaceChildren();
history.replaceState(null, '', '/');
