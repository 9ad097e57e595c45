import { expect, test } from 'vitest';
import type { Option } from './actions';
import { type Keyboard, meaning } from './keys';

const option = (key: string, kind: string): Option => ({
  id: kind,
  name: kind,
  cost: 0,
  key,
  action: kind,
  kind,
});
const fold = option('F', 'fold');
const two = option('2', 'buy');
const keyboard: Keyboard = { areOn: true, options: [fold, two], bet: 'R' };

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
  expect(meaning(pressed('f'), keyboard)).toEqual({ do: 'act', option: fold });
  expect(meaning(pressed('2'), keyboard)).toEqual({ do: 'act', option: two });
  expect(meaning(pressed('k'), keyboard)).toBeNull();
});

test('the others do what the rules say', () => {
  const all = ['r', 'A', 'h', 't', 'm', '?', 'Enter', ' '];
  expect(all.map((key) => meaning(pressed(key), keyboard)?.do)).toEqual([
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
  expect(all.map((key) => meaning(pressed(key, here), keyboard))).toEqual(all.map(() => null));
});

test('a button keeps Enter and Space for itself, and lets letters through', () => {
  const here = inside('<button data-here></button>');
  expect(meaning(pressed('Enter', here), keyboard)).toBeNull();
  expect(meaning(pressed(' ', here), keyboard)).toBeNull();
  expect(meaning(pressed('f', here), keyboard)?.do).toBe('act');
});

test('single keys can be switched off; none acts with another key or held down', () => {
  const off = { ...keyboard, areOn: false };
  expect(meaning(pressed('f'), off)).toBeNull();
  expect(meaning(pressed('Enter'), off)?.do).toBe('confirm');
  for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { repeat: true }])
    expect(meaning(pressed('f', document.body, more), keyboard)).toBeNull();
});
