import { expect, test, vi } from 'vitest';
import type { TableSession } from '../../lib/session.svelte';
import { Commands } from './commands.svelte';

const ack = { type: 'ack', id: '1', version: 1 };

function asking(): { commands: Commands; send: ReturnType<typeof vi.fn> } {
  const send = vi.fn().mockResolvedValue(ack);
  return { commands: new Commands({ send } as unknown as TableSession), send };
}

test('what cannot be undone is done at the second press', () => {
  const { commands, send } = asking();
  commands.confirm('end', { type: 'end' });
  expect(commands.unconfirmed).toBe('end');
  expect(send).not.toHaveBeenCalled();
  commands.confirm('end', { type: 'end' });
  expect(send).toHaveBeenCalledOnce();
});

test('the question goes away by itself, and a late press asks again', () => {
  vi.useFakeTimers();
  const { commands, send } = asking();
  commands.confirm('end', { type: 'end' });
  vi.advanceTimersByTime(7000);
  expect(commands.unconfirmed).toBeNull();
  commands.confirm('end', { type: 'end' });
  expect(send).not.toHaveBeenCalled();
  vi.useRealTimers();
});

test('a question about something else replaces the first one', () => {
  const { commands, send } = asking();
  commands.confirm('end', { type: 'end' });
  commands.confirm('void', { type: 'void_hand', hand: 1 });
  expect(commands.unconfirmed).toBe('void');
  commands.forget('end');
  expect(commands.unconfirmed).toBe('void');
  expect(send).not.toHaveBeenCalled();
});
