import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import { Voice } from './announcer.svelte';

test('what an effect says is said once, and the same again is heard again', () => {
  const voice = new Voice();
  const stop = $effect.root(() => {
    $effect(() => voice.say('no'));
  });
  flushSync();
  expect(voice.urgent).toEqual({ text: 'no', number: 1 });
  voice.say('no');
  expect(voice.urgent.number).toBe(2);
  stop();
});
