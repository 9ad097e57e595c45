import { afterEach, expect, test, vi } from 'vitest';
import { canNotify, notify } from './notifications';

/** A browser's constructor of notifications; on phones it always throws. */
function fakeBrowser(permission: NotificationPermission, isPhone: boolean): string[] {
  const shown: string[] = [];
  class Fake {
    static permission = permission;
    onclick = null;
    constructor(title: string) {
      if (isPhone) throw new TypeError('Illegal constructor');
      if (permission === 'granted') shown.push(title);
    }
  }
  vi.stubGlobal('Notification', Fake);
  vi.stubGlobal('isSecureContext', true);
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  return shown;
}
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a desktop browser can notify, and does', () => {
  fakeBrowser('default', false);
  expect(canNotify()).toBe(true);
  const shown = fakeBrowser('granted', false);
  notify('Ricochet', 'Your turn');
  expect(shown).toEqual(['Ricochet']);
});

test('a phone cannot, and does not break where it was allowed', () => {
  fakeBrowser('default', true);
  expect(canNotify()).toBe(false);
  fakeBrowser('granted', true);
  expect(() => notify('Ricochet', 'Your turn')).not.toThrow();
});

test('asking whether it works shows nothing', () => {
  const shown = fakeBrowser('granted', false);
  expect(canNotify()).toBe(true);
  expect(shown).toEqual([]);
});
