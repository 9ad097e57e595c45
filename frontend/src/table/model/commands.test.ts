import { expect, test, vi } from 'vitest';
import type { TableSession } from '../../lib/session.svelte';
import { Commands } from './commands.svelte';

test('another command takes the question away', async () => {
  const send = vi.fn().mockResolvedValue({ type: 'ack', id: '1', version: 1 });
  const commands = new Commands({ send } as unknown as TableSession);
  const { confirmation } = commands;
  for (const other of [
    () => commands.send({ type: 'pause', is_paused: true }),
    () => commands.run(async () => {}, 'games'),
  ]) {
    confirmation.press('end', () => commands.send({ type: 'end' }));
    expect(confirmation.asked).toBe('end');
    await other();
    expect(confirmation.asked).toBeNull();
  }
  expect(send).toHaveBeenCalledOnce();
});
