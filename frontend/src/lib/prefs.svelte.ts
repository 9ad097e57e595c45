/** The settings of this browser, stored in it. */

interface Prefs {
  theme: 'auto' | 'day' | 'night';
  /** Colours of the suits on cards. */
  suits: 'four' | 'two';
  sounds: boolean;
  /** May single keys act at the table? */
  keys: boolean;
  /** May the browser notify the player of their turn? */
  notify: boolean;
  /** Is the coach switched on? */
  coach: boolean;
}

const STORAGE_KEY = 'sidepot.prefs';
const DEFAULTS: Prefs = {
  theme: 'auto',
  suits: 'four',
  sounds: true,
  keys: true,
  notify: false,
  coach: false,
};

/** The settings, reactive; `savePrefs` stores and applies them. */
export const prefs: Prefs = $state({ ...DEFAULTS, ...storedPrefs() });

/** Change some settings. */
export function savePrefs(changes: Partial<Prefs>): void {
  Object.assign(prefs, changes);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(prefs));
  } catch {
    // Without storage they last as long as the page.
  }
  applyPrefs();
}

/** Set the attributes of the root that the style sheet reads. */
export function applyPrefs(): void {
  document.documentElement.dataset.theme = prefs.theme;
  document.documentElement.dataset.suits = prefs.suits;
}

function storedPrefs(): Partial<Prefs> {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as Partial<Prefs>;
  } catch {
    return {};
  }
}
