/**
 * The words of the page, from the section `browser` of the catalogue (en.toml).
 *
 * A placeholder is `{name}` or `{name:word}`, where `word` is a counted word (`{n:chips}`) or a list
 * of words (`{card:rank}`). The server's sentences come filled, as `Sentence`.
 */

import words from 'virtual:words';

type Values = Record<string, string | number | string[]>;

const plural = new Intl.PluralRules('en');

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
  return `browser.${key}` in words;
}

/** `a`, `a and b`, `a, b and c`. */
export function join(items: string[], last: 'and' | 'or' = 'and'): string {
  if (items.length < 2) return items.join('');
  const head = items.slice(0, -1).join(entry('list.comma'));
  const [before, between] = entry(`list.${last}`).split(/{head}|{last}/);
  return `${before}${head}${between}${items.at(-1)}`;
}

function fill(value: string | number, word?: string): string {
  if (!word) return `${value}`;
  if (typeof value === 'string') return entry(`${word}.${value}`);
  const form = words[`count.${word}.${plural.select(value)}`] ?? entry(`count.${word}.other`);
  return form.replaceAll('{n}', `${value}`);
}

function entry(key: string): string {
  const found = words[key];
  if (found === undefined) throw new Error(`no words for ${key}`);
  return found;
}
