import { expect, test } from 'vitest';
import { routeOf, ROUTES } from './routes';

test.each(ROUTES)('$path is the page $name', ({ name, path }) => {
  const id = path.includes(':id') ? 'a-1' : '';
  const hand = path.includes(':hand') ? { hand: 12 } : {};
  const address = path.replace(':id', 'a-1').replace(':hand', '12');
  expect(routeOf(address)).toEqual({ name, id, ...hand });
});

test('other addresses are not found', () => {
  for (const path of [
    '/tables',
    '/tables/',
    '/tables/a/b',
    '/tables/a/hands/',
    '/tables/a/hands/x',
    '/x',
  ]) {
    expect(routeOf(path).name).toBe('notFound');
  }
});
