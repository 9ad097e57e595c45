import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { say } from '../lib/words';
import Dialog from './Dialog.svelte';

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

/** A button in something that can have the focus too, and a box that it has opened. */
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

test('a box that is taken away while it is open gives the focus back', () => {
  const { button } = opened();
  cleanup();
  expect(document.activeElement).toBe(button);
});

test('where what had the focus is gone, that in which it stood gets it', () => {
  const { outer, button } = opened();
  button.remove();
  cleanup();
  expect(document.activeElement).toBe(outer);
});

test('the cross closes the box, which says so once', async () => {
  const { onclose } = opened();
  await fireEvent.click(screen.getByRole('button', { name: say('close') }));
  expect(document.querySelector('dialog')!.open).toBe(false);
  expect(onclose).toHaveBeenCalledTimes(1);
});
