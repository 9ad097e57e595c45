import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { avatarOf } from './avatar';
import { CLOTHS } from './prefs.svelte';

const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf-8');
const drawn = read('../table/pieces/Avatar.svelte');
const css = read('../app.css');
const MIN_MARK = 3;
const MIN_TEXT = 4.5;

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((n) => {
    const part = parseInt(colour.slice(n, n + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

function fill(kind: 'ground' | 'mark', name: string): string {
  const found = new RegExp(`data-${kind}='${name}'\\] \\.\\w+ {\\s+(?:fill|stroke): (#\\w{6})`);
  return found.exec(drawn)![1]!;
}

test('a name has one picture, and names have many', () => {
  expect(avatarOf('Ana')).toEqual(avatarOf('Ana'));
  const names = Array.from({ length: 60 }, (_, n) => `Guest ${n}`);
  expect(new Set(names.map((name) => JSON.stringify(avatarOf(name)))).size).toBeGreaterThan(45);
  const grounds = new Set(names.map((name) => avatarOf(name).ground));
  expect(grounds.size).toBe(6);
  expect(avatarOf('👨‍👩‍👧').ground).toBeTruthy();
});

test('every mark can be seen on its ground', () => {
  const names = Array.from({ length: 200 }, (_, n) => `${n}`);
  for (const { ground, mark } of names.map(avatarOf))
    expect(contrast(fill('ground', ground), fill('mark', mark))).toBeGreaterThanOrEqual(MIN_MARK);
  expect(contrast(fill('ground', 'gold'), fill('mark', 'light'))).toBeLessThan(MIN_MARK);
});

/** The two colours of a token, by day and by night, in a rule of the style sheet. */
function token(rule: string, name: string): [string, string] {
  const [, day, night] = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(rule)!;
  return [day!, night!];
}

test('text and the edges of controls can be read on every cloth, by day and by night', () => {
  const house = css.slice(css.indexOf(':root {'));
  for (const cloth of CLOTHS) {
    const start = css.indexOf(`data-cloth='${cloth}'`);
    const rule = start < 0 ? house : css.slice(start, css.indexOf('}', start));
    for (const scheme of [0, 1])
      for (const ground of ['blanket', 'weave', 'tile']) {
        const behind = token(rule, ground)[scheme]!;
        const at = `${cloth} ${ground} ${scheme}`;
        expect(contrast(token(house, 'ink')[scheme]!, behind), at).toBeGreaterThan(MIN_TEXT);
        expect(contrast(token(house, 'mute')[scheme]!, behind), at).toBeGreaterThan(MIN_TEXT);
        expect(contrast(token(house, 'line')[scheme]!, behind), at).toBeGreaterThan(2.85);
      }
  }
});
