import { cleanup, render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { recorded } from '../../dev/recorded';
import type { PageActions } from '../../lib/pageActions';
import Side from './Side.svelte';

afterEach(cleanup);

test('a line that is not sent yet is still there after a look at something else', async () => {
  const { session, server } = recorded('ricochet-other-turn');
  const { rerender } = render(Side, {
    session,
    page: {} as PageActions,
    tab: 'chat',
    ontab: vi.fn(),
  });
  const field = () => screen.getByRole<HTMLInputElement>('textbox');
  await screen.findByRole('textbox'); // the chat is loaded when it is shown
  field().value = 'nice ha';
  field().dispatchEvent(new InputEvent('input', { bubbles: true }));
  await rerender({ tab: 'hand' });
  expect(screen.queryByRole('textbox')).toBeNull();
  await rerender({ tab: 'chat' });
  await screen.findByRole('textbox');
  expect(field().value).toBe('nice ha');
  field().form!.requestSubmit();
  flushSync();
  expect(field().value).toBe('');
  expect(server.socket.sent.at(-1)).toMatchObject({ type: 'chat', text: 'nice ha' });
  session.close();
});
