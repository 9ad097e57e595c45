/**
 * What the page says itself, from the one catalogue (the section `browser` of en.toml).
 *
 * A place in a sentence is `{name}` or `{name:word}`, where `word` is a counted word (`{n:chips}`)
 * or a list of words (`{card:rank}`). What the server says comes filled, as `Said`.
 */

import words from 'virtual:words';

export type Values = Record<string, string | number | string[]>;

const plural = new Intl.PluralRules('en');

/** The sentence behind a key of the section `browser`. Throws for a key that is not there. */
export function say(key: string, values: Values = {}): string {
  return entry(`browser.${key}`).replace(
    /{(\w+)(?::(\w+))?}/g,
    (_, name: string, word?: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`${key} lacks ${name}`);
      return Array.isArray(value) ? join(value.map((one) => fill(one, word))) : fill(value, word);
    },
  );
}

/** Is there such a sentence in the section `browser`? Games of other people bring names of their own. */
export function has(key: string): boolean {
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
