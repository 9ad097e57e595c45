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

test('a text that is no longer so is withdrawn, and not what was announced after it', () => {
  const announcer = new Announcer();
  announcer.announce('Your turn.');
  announcer.withdraw('Your turn.');
  expect(announcer.latest.text).toBe('');
  announcer.announce('Something is wrong.');
  announcer.withdraw('Your turn.');
  expect(announcer.latest.text).toBe('Something is wrong.');
});
