/** The addresses of the page. The server knows the same: ADDRESSES in src/sidepot/web/page.py. */

export const ROUTES = [
  { name: 'front', path: '/' },
  { name: 'join', path: '/join' },
  { name: 'recovery', path: '/back' },
  { name: 'lobby', path: '/lobby' },
  { name: 'new', path: '/new' },
  { name: 'settings', path: '/settings' },
  { name: 'verify', path: '/verify' },
  { name: 'table', path: '/tables/:id' },
  { name: 'rules', path: '/rules/:id' },
] as const;

/** The page at an address; `id` of a table or a game. */
export interface Route {
  name: (typeof ROUTES)[number]['name'] | 'notFound';
  id: string;
}

export function routeOf(path: string): Route {
  for (const route of ROUTES) {
    const found = new RegExp(`^${route.path.replace(':id', '([^/]+)')}$`).exec(path);
    if (found) return { name: route.name, id: decodeURIComponent(found[1] ?? '') };
  }
  return { name: 'notFound', id: '' };
}
