/** The page's language: the one chosen in the settings, or else the browser's. */

import languages from 'virtual:languages';
import { prefs } from './prefs.svelte';
import { translate } from './words';

export { default as languages } from 'virtual:languages';

/** Load the words of the language, before anything is said; without them it is English. */
export async function loadLanguage(): Promise<void> {
  const { code, load } = chosen(prefs.language, navigator.languages);
  if (!load) return;
  try {
    translate(code, (await load()).default);
  } catch {
    // The file did not come: the page is better in English than not there.
  }
}

/** The language for a setting and the wishes of a browser; English if there is none of them. */
function chosen(setting: string, wishes: readonly string[]): (typeof languages)[number] {
  for (const wish of setting === 'auto' ? wishes : [setting]) {
    const found = languages.find(({ code }) => code === wish.toLowerCase().split('-')[0]);
    if (found) return found;
  }
  return languages[0]!;
}
