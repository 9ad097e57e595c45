import { expect, test, vi } from 'vitest';
import { Confirmation } from './confirmation.svelte';

test('what cannot be undone is done at the second press', () => {
  const confirmation = new Confirmation();
  const end = vi.fn();
  confirmation.press('end', end);
  expect(confirmation.asked).toBe('end');
  expect(end).not.toHaveBeenCalled();
  confirmation.press('end', end);
  expect(end).toHaveBeenCalledOnce();
  expect(confirmation.asked).toBeNull();
});

test('the question goes away by itself, and a late press asks again', () => {
  vi.useFakeTimers();
  const confirmation = new Confirmation();
  const end = vi.fn();
  confirmation.press('end', end);
  vi.advanceTimersByTime(7000);
  expect(confirmation.asked).toBeNull();
  confirmation.press('end', end);
  expect(end).not.toHaveBeenCalled();
  vi.useRealTimers();
});

test('a question about something else replaces the first one', () => {
  const confirmation = new Confirmation();
  const end = vi.fn();
  confirmation.press('end', end);
  confirmation.press('void', end);
  expect(confirmation.asked).toBe('void');
  confirmation.forget('end');
  expect(confirmation.asked).toBe('void');
  confirmation.forget();
  expect(confirmation.asked).toBeNull();
  expect(end).not.toHaveBeenCalled();
});
