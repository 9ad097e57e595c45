import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import { Announcer } from './announcer.svelte';

test('what an effect announces is said once, and the same again is new', () => {
  const announcer = new Announcer();
  const stop = $effect.root(() => {
    $effect(() => announcer.announce('no'));
  });
  flushSync();
  expect(announcer.latest).toEqual({ text: 'no', number: 1 });
  announcer.announce('no');
  expect(announcer.latest.number).toBe(2);
  stop();
});
