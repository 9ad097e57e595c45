import { expect, test } from 'vitest';
import { routeOf, ROUTES } from './routes';

test.each(ROUTES)('$path is the page $name', ({ name, path }) => {
  const id = path.includes(':id') ? 'a-1' : '';
  expect(routeOf(path.replace(':id', 'a-1'))).toEqual({ name, id });
});

test('other addresses are not found', () => {
  for (const path of ['/tables', '/tables/', '/tables/a/b', '/x']) {
    expect(routeOf(path).name).toBe('notFound');
  }
});
