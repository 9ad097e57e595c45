import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ActionOption } from './actions';
import { keyAction, type KeyBindings, KEYS } from './keys';

/** The source of the action keys. */
const VIEW = '../../../../src/sidepot/engine/view.py';

const option = (key: string, kind: string): ActionOption => ({
  id: kind,
  name: kind,
  cost: 0,
  key,
  action: kind,
  kind,
});
const fold = option('F', 'fold');
const two = option('2', 'buy');
const bindings: KeyBindings = { areOn: true, options: [fold, two], bet: 'R' };

function pressed(key: string, on = document.body, more: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, ...more });
  on.dispatchEvent(event);
  return event;
}

function inside(html: string): HTMLElement {
  document.body.innerHTML = html;
  return document.body.querySelector<HTMLElement>('[data-here]')!;
}

test('the keys of the buttons act, in either case', () => {
  expect(keyAction(pressed('f'), bindings)).toEqual({ do: 'act', option: fold });
  expect(keyAction(pressed('2'), bindings)).toEqual({ do: 'act', option: two });
  expect(keyAction(pressed('k'), bindings)).toBeNull();
});

test('a key that a game has given acts: no other letter means it', () => {
  const own = { ...bindings, options: [option('I', 'in'), option('O', 'out')] };
  expect(keyAction(pressed('i'), own)).toEqual({ do: 'act', option: own.options[0] });
  expect(keyAction(pressed('O'), own)).toEqual({ do: 'act', option: own.options[1] });
  expect(keyAction(pressed('s'), own)).toBeNull();
});

test('the other keys have their actions', () => {
  const all = ['r', 'A', 'h', 't', 'm', 'g', '?', 'Enter', ' '];
  expect(all.map((key) => keyAction(pressed(key), bindings)?.do)).toEqual([
    'bet',
    'toActions',
    'speakHand',
    'speakTable',
    'sound',
    'rules',
    'keys',
    'confirm',
    'hold',
  ]);
});

test.each([
  '<input data-here>',
  '<textarea data-here></textarea>',
  '<dialog open><p data-here></p></dialog>',
])('none acts in %s', (html) => {
  const here = inside(html);
  const all = ['f', '2', '?', 'Enter', ' '];
  expect(all.map((key) => keyAction(pressed(key, here), bindings))).toEqual(all.map(() => null));
});

test('a button keeps Enter and Space for itself, and lets letters through', () => {
  const here = inside('<button data-here></button>');
  expect(keyAction(pressed('Enter', here), bindings)).toBeNull();
  expect(keyAction(pressed(' ', here), bindings)).toBeNull();
  expect(keyAction(pressed('f', here), bindings)?.do).toBe('act');
});

test('single keys can be switched off; none acts with a modifier or held down', () => {
  const off = { ...bindings, areOn: false };
  expect(keyAction(pressed('f'), off)).toBeNull();
  expect(keyAction(pressed('Enter'), off)?.do).toBe('confirm');
  for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { repeat: true }])
    expect(keyAction(pressed('f', document.body, more), bindings)).toBeNull();
});

test('Enter on a card that is picked confirms it; on another card it picks', () => {
  const picked = inside('<button data-card aria-pressed="true" data-here></button>');
  expect(keyAction(pressed('Enter', picked), bindings)).toEqual({ do: 'confirm' });
  expect(keyAction(pressed(' ', picked), bindings)).toBeNull();
  const other = inside('<button data-card aria-pressed="false" data-here></button>');
  expect(keyAction(pressed('Enter', other), bindings)).toBeNull();
});

test('no key bets at once: that of the bet leads to its amount', () => {
  const raise = { ...option('R', 'raise_to'), name: 'Raise to 40' };
  expect(keyAction(pressed('r'), { ...bindings, options: [raise] })).toEqual({ do: 'bet' });
});

test('each key does one thing, and none is a key of an action', () => {
  const keys = KEYS.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  const source = readFileSync(join(import.meta.dirname, VIEW), 'utf-8');
  const actions = [...source.matchAll(/^ {4}"\w+": "(\w)",$/gm)].map((match) => match[1]!);
  expect(actions.length).toBeGreaterThan(10);
  expect(actions.filter((key) => keys.includes(key.toUpperCase()))).toEqual([]);
});
