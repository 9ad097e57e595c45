import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { say } from '../lib/words';
import Dialog from './Dialog.svelte';

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

/** A button in a focusable section, and the dialog that it has opened. */
function opened(): { outer: HTMLElement; button: HTMLElement; onclose: () => void } {
  document.body.innerHTML = '<section tabindex="-1"><button>open</button></section><div></div>';
  const outer = document.querySelector('section')!;
  const button = document.querySelector('button')!;
  button.focus();
  const onclose = vi.fn();
  const children = createRawSnippet(() => ({ render: () => '<input>' }));
  render(Dialog, {
    target: document.querySelector('div')!,
    props: { title: 't', onclose, children },
  });
  document.querySelector('input')!.focus();
  return { outer, button, onclose };
}

test('a dialog that is removed while it is open gives the focus back', () => {
  const { button } = opened();
  cleanup();
  expect(document.activeElement).toBe(button);
});

test('where the element with the focus is gone, its nearest focusable ancestor gets it', () => {
  const { outer, button } = opened();
  button.remove();
  cleanup();
  expect(document.activeElement).toBe(outer);
});

test('the close button closes the dialog, which reports it once', async () => {
  const { onclose } = opened();
  await fireEvent.click(screen.getByRole('button', { name: say('close') }));
  expect(document.querySelector('dialog')!.open).toBe(false);
  expect(onclose).toHaveBeenCalledTimes(1);
});
