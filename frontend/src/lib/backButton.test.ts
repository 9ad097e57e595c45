import { beforeEach, expect, test, vi } from 'vitest';
import { BackButton } from './backButton';

/** The layers over the page, the topmost last. */
let open: string[];
let back: BackButton;

/** The way back, as a browser goes it: the entry changes first, the event comes later. */
let entries: unknown[];

function press(): void {
  entries.pop();
  history.replaceState(entries.at(-1) ?? null, '');
  dispatchEvent(new PopStateEvent('popstate'));
}

function show(name: string): void {
  open.push(name);
  back.cover();
}

function hide(): void {
  open.pop();
  if (!open.length) back.uncover();
  vi.runAllTimers();
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.restoreAllMocks();
  history.replaceState(null, '');
  open = [];
  entries = [null];
  vi.spyOn(history, 'pushState').mockImplementation((state) => {
    entries.push(state);
    history.replaceState(state, '');
  });
  vi.spyOn(history, 'back').mockImplementation(() => void setTimeout(press));
  back = new BackButton(() => {
    open.pop();
    return open.length > 0;
  });
});

test('the way back closes what lies on top, one after the other, and then leaves', () => {
  show('sheet');
  show('dialog');
  expect(entries).toHaveLength(2);
  press();
  expect([open, entries.length]).toEqual([['sheet'], 2]);
  press();
  expect([open, entries.length]).toEqual([[], 1]);
});

test('what is closed by its button leaves no entry behind', () => {
  show('sheet');
  hide();
  expect(entries).toHaveLength(1);
});

test('a dialog in the place of another takes over its entry', () => {
  show('one');
  open.pop();
  back.uncover();
  show('two');
  vi.runAllTimers();
  expect([open, entries.length]).toEqual([['two'], 2]);
  press();
  expect([open, entries.length]).toEqual([[], 1]);
});

test('going to another address is not undone', () => {
  show('sheet');
  history.pushState({}, '', '/lobby');
  hide();
  expect(entries).toHaveLength(3);
});
