/** What somebody has set for this browser. It stays in the browser. */

export interface Prefs {
  theme: 'auto' | 'day' | 'night';
  /** Colours of the suits on cards. */
  suits: 'four' | 'two';
  sounds: boolean;
  /** May single keys act at the table? */
  keys: boolean;
  /** May the browser notify when it is one's turn? */
  notify: boolean;
  /** Does one want to be told what one's choices are worth? */
  coach: boolean;
}

const PLACE = 'sidepot.prefs';
const FIRST: Prefs = {
  theme: 'auto',
  suits: 'four',
  sounds: true,
  keys: true,
  notify: false,
  coach: false,
};

/** Read and set them as fields; `keep` writes them down and shows them. */
export const prefs: Prefs = $state({ ...FIRST, ...stored() });

/** Set some of them, and remember. */
export function keep(changes: Partial<Prefs>): void {
  Object.assign(prefs, changes);
  try {
    localStorage.setItem(PLACE, JSON.stringify(prefs));
  } catch {
    // A browser that keeps nothing forgets it with the page.
  }
  show();
}

/** Set the attributes of the root by which the style sheet goes. */
export function show(): void {
  document.documentElement.dataset.theme = prefs.theme;
  document.documentElement.dataset.suits = prefs.suits;
}

function stored(): Partial<Prefs> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Prefs>;
  } catch {
    return {};
  }
}
