/**
 * The words of the page, from the section `browser` of the catalogue (en.toml).
 *
 * A placeholder is `{name}` or `{name:word}`, where `word` is a counted word (`{n:chips}`) or a list
 * of words (`{card:rank}`), or `number` (`{n:number}`). The server's sentences come filled, as
 * `Sentence`. Another language lies over the English words (`translate`): what it lacks is English.
 */

import words from 'virtual:words';

type Values = Record<string, string | number | string[]>;

let code = 'en';
let translated: Record<string, string> = {};
let plural = new Intl.PluralRules(code);

/** Speak another language from now on. */
export function translate(language: string, words: Record<string, string>): void {
  code = language;
  translated = words;
  plural = new Intl.PluralRules(code);
  document.documentElement.lang = code;
}

/** The language that is spoken, as a tag like `de`. */
export function language(): string {
  return code;
}

/** The language with the region of the browser, for dates and numbers: `de-AT`. */
export function locale(): string {
  return navigator.languages.find((tag) => tag.split('-')[0] === code) ?? code;
}

/** A number with a decimal point, as text, as the language writes it. */
export function decimal(text: string): string {
  return text.replace('.', (1.5).toLocaleString(code).charAt(1));
}

/** The sentence of a key in the section `browser`. Throws for a key that is not there. */
export function say(key: string, values: Values = {}): string {
  return fillIn(entry(`browser.${key}`), values);
}

/** A sentence with its places filled. Throws for a place without a value. */
export function fillIn(sentence: string, values: Values): string {
  return sentence.replace(/{(\w+)(?::(\w+))?}/g, (_, name: string, word?: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${sentence} lacks ${name}`);
    return Array.isArray(value) ? join(value.map((one) => fill(one, word))) : fill(value, word);
  });
}

/** Words of a part of the page that is loaded later. */
export function addWords(more: Record<string, string>): void {
  Object.assign(words, more);
}

/** Is there a sentence for this key? Games from elsewhere bring names that have none. */
export function hasWords(key: string): boolean {
  return `browser.${key}` in words || `browser.${key}` in translated;
}

/** `a`, `a and b`, `a, b and c`. */
export function join(items: string[], last: 'and' | 'or' = 'and'): string {
  if (items.length < 2) return items.join('');
  const head = items.slice(0, -1).join(entry('list.comma'));
  const [before, between] = entry(lastKey(items.at(-1)!, last)).split(/{head}|{last}/);
  return `${before}${head}${between}${items.at(-1)}`;
}

/** The key of the last two of a list, which may depend on the word's sound (Ana e Inés). */
function lastKey(word: string, last: 'and' | 'or'): string {
  const before = found(`own_list.${last}_before`);
  return before && new RegExp(`^(?:${before})`, 'i').test(word)
    ? `own_list.${last}`
    : `list.${last}`;
}

function fill(value: string | number, word?: string): string {
  if (!word) return `${value}`;
  if (word === 'number') return Number(value).toLocaleString(locale());
  if (typeof value === 'string') return entry(`${word}.${value}`);
  const form = found(`count.${word}.${plural.select(value)}`) ?? entry(`count.${word}.other`);
  return form.replaceAll('{n}', `${value}`);
}

function found(key: string): string | undefined {
  return translated[key] ?? words[key];
}

/** The sentence of a key of any section, its places unfilled. Throws for one that is not there. */
export function entry(key: string): string {
  const text = found(key);
  if (text === undefined) throw new Error(`no words for ${key}`);
  return text;
}
