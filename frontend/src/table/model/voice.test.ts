import { beforeEach, expect, test, vi } from 'vitest';
import { Voice } from './voice';

let said: string[];
let voices: SpeechSynthesisVoice[];

beforeEach(() => {
  said = [];
  voices = [{ lang: 'en-GB' }, { lang: 'de_DE' }] as SpeechSynthesisVoice[];
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      lang = '';
      voice: SpeechSynthesisVoice | null = null;
      constructor(readonly text: string) {}
    },
  );
});

const synthesis = {
  speak: ({ text, lang, voice }: SpeechSynthesisUtterance) =>
    void said.push(`${text} ${lang} ${voice?.lang}`),
  cancel: () => void said.push('hush'),
  getVoices: () => voices,
};

test('a step is said once, and the next one ends it', () => {
  const voice = new Voice(synthesis);
  voice.say('1', 'Ana folds.', 'de');
  voice.say('1', 'Ana folds.', 'de');
  voice.say('2', 'Ana folds.', 'de');
  expect(said).toEqual(['hush', 'Ana folds. de de_DE', 'hush', 'Ana folds. de de_DE']);
});

test('one who asked for silence and then for the voice hears the step again', () => {
  const voice = new Voice(synthesis);
  voice.say('1', 'Ana folds.', 'en');
  voice.stop();
  voice.say('1', 'Ana folds.', 'en');
  expect(said.filter((text) => text !== 'hush')).toHaveLength(2);
});

test('a voice of another language says nothing', () => {
  const voice = new Voice(synthesis);
  voice.say('1', 'Ana se retira.', 'es');
  expect([voice.lacks('es'), said]).toEqual([true, ['hush']]);
});

test('a device that names no voices yet is trusted with the language', () => {
  voices = [];
  new Voice(synthesis).say('1', 'Ana se retira.', 'es');
  expect(said).toEqual(['hush', 'Ana se retira. es undefined']);
});

test('without a synthesis nothing is said', () => {
  const voice = new Voice(undefined);
  voice.say('1', 'Ana folds.', 'en');
  expect(voice.canSpeak).toBe('speechSynthesis' in globalThis);
});
