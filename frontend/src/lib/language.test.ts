import { beforeEach, expect, test, vi } from 'vitest';
import { loadLanguage } from './language';
import { prefs } from './prefs.svelte';
import { addWords, decimal, fillIn, join, language, say, translate } from './words';

beforeEach(() => {
  translate('en', {});
  prefs.language = 'auto';
});

function browserWants(...languages: string[]): void {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
}

test.each([
  [['de-AT', 'en'], 'auto', 'de', 'Nacht'],
  [['fr', 'es-MX'], 'auto', 'es', 'Noche'],
  [['fr'], 'auto', 'en', 'Night'],
  [['de'], 'es', 'es', 'Noche'],
  [['de'], 'en', 'en', 'Night'],
  [['de'], 'xx', 'en', 'Night'],
])('a browser that wants %j with the setting %s speaks %s', async (wants, setting, code, night) => {
  browserWants(...wants);
  prefs.language = setting;
  await loadLanguage();
  expect(language()).toBe(code);
  expect(document.documentElement.lang).toBe(code);
  expect(say('settings.theme_night')).toBe(night);
});

test('what a language lacks is said in English, also by a part that is loaded later', () => {
  translate('de', { 'browser.close': 'Schließen', 'browser.later': 'Später' });
  addWords({ 'browser.later': 'Later', 'browser.other': 'Other' });
  expect([say('close'), say('again'), say('later'), say('other')]).toEqual([
    'Schließen',
    'Try again',
    'Später',
    'Other',
  ]);
});

test('numbers and plurals are those of the language', async () => {
  browserWants('es');
  await loadLanguage();
  expect(decimal('+0.25')).toBe('+0,25');
  expect(fillIn('{n:number}', { n: 12345.5 })).toBe('12.345,5');
  expect(fillIn('{n:chips}', { n: 1 })).toBe('1 ficha');
  expect(fillIn('{n:chips}', { n: 1_000_000 })).toBe('1000000 de fichas');
  expect([join(['Ana', 'Bo']), join(['Ana', 'Inés'])]).toEqual(['Ana y Bo', 'Ana e Inés']);
  expect([join(['7', '8'], 'or'), join(['8', '9'], 'or')]).toEqual(['7 u 8', '8 o 9']);
});
