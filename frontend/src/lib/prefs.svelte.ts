/** The settings of this browser, stored in it. */

interface Prefs {
  /** A language like `de`; auto: the browser's. */
  language: string;
  theme: 'auto' | 'day' | 'night';
  /** Colours of the suits on cards. */
  suits: 'four' | 'two';
  sounds: boolean;
  /** The volume of sounds, 1 to 10. */
  volume: number;
  /** Is the next step at a table with real cards said aloud? */
  speaks: boolean;
  /** May single keys act at the table? */
  keys: boolean;
  /** May the browser notify the player of their turn? */
  notify: boolean;
  /** Is what one action brings about shown step by step? */
  stages: boolean;
  /** Is the first hand of a game explained? */
  hints: boolean;
  /** The games whose first hand has been explained. */
  learnt: readonly string[];
  /** Are the numbers of the rules shown on rule pages? */
  numbers: boolean;
  /** Is the coach switched on? */
  coach: boolean;
  /** Does a free fold and an all-in ask once? */
  asks: boolean;
  /** Are the player's own cards covered until they are held? */
  covers: boolean;
  /** The hand that holds the device. */
  hand: 'right' | 'left';
  /** The cloth of the table. */
  cloth: (typeof CLOTHS)[number];
}

/** The cloths, the first one is that of the house. Their colours are in app.css. */
export const CLOTHS = ['blanket', 'moss', 'indigo', 'plum'] as const;

const STORAGE_KEY = 'sidepot.prefs';
const DEFAULTS: Prefs = {
  language: 'auto',
  theme: 'auto',
  suits: 'four',
  sounds: true,
  volume: 7,
  speaks: false,
  keys: true,
  notify: false,
  stages: true,
  hints: true,
  learnt: [],
  numbers: false,
  coach: false,
  asks: true,
  covers: false,
  hand: 'right',
  cloth: 'blanket',
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
  document.documentElement.dataset.hand = prefs.hand;
  document.documentElement.dataset.cloth = prefs.cloth;
}

function storedPrefs(): Partial<Prefs> {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as Partial<Prefs>;
  } catch {
    return {};
  }
}
