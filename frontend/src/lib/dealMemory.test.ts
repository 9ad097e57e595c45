import { afterEach, expect, test, vi } from 'vitest';
import { dealMemory } from './dealMemory';

const LAST = { hand: 3, turn: 1, commitment: 'c', base: 'b' };

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

test('a secret is made once a table, and is there again after a reload', () => {
  const { master, last } = dealMemory('t').read();
  expect([master.length, last]).toEqual([64, null]);
  expect(dealMemory('t').read().master).toBe(master);
  expect(dealMemory('u').read().master).not.toBe(master);
});

test('another tab sees what is written', () => {
  const [one, other] = [dealMemory('t'), dealMemory('t')];
  one.write({ ...one.read(), last: LAST });
  expect(other.read().last).toEqual(LAST);
});

test.each(['', '{', 'null', '{"master": "short"}'])('%j in the storage is no secret', (text) => {
  localStorage.setItem('sidepot.deals.t', text);
  expect(dealMemory('t').read().master).toMatch(/^[0-9a-f]{64}$/);
});

test('without storage it lasts as long as the page', () => {
  for (const name of ['getItem', 'setItem'] as const)
    vi.spyOn(Storage.prototype, name).mockImplementation(() => {
      throw new Error('denied');
    });
  const memory = dealMemory('t');
  const { master } = memory.read();
  memory.write({ master, last: LAST });
  expect(memory.read()).toEqual({ master, last: LAST });
});
