import { expect, test } from 'vitest';
import type { ActionOption } from './actions';
import { keyAction, type KeyBindings } from './keys';

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

test('the other keys have their actions', () => {
  const all = ['r', 'A', 'h', 't', 'm', '?', 'Enter', ' '];
  expect(all.map((key) => keyAction(pressed(key), bindings)?.do)).toEqual([
    'bet',
    'toActions',
    'speakHand',
    'speakTable',
    'sound',
    'rules',
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
