import { cleanup, render } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { me } from '../lib/guest.svelte';
import NameField from './NameField.svelte';

afterEach(() => {
  cleanup();
  me.guest = null;
});

test('the field has the name of the guest, and stays empty for who empties it', () => {
  const { container } = render(NameField, { value: '' });
  const field = container.querySelector('input')!;
  expect(field.value).toBe('');
  me.guest = { id: 'a', name: 'Ana' };
  flushSync();
  expect(field.value).toBe('Ana');
  field.value = '';
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  flushSync();
  expect(field.value).toBe('');
});

test('a name is cut to the length that the room takes', () => {
  const { container } = render(NameField, { value: '' });
  const field = container.querySelector('input')!;
  field.value = 'x'.repeat(35);
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  flushSync();
  expect(field.value).toBe('x'.repeat(24));
});
