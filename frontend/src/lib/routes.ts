/** The addresses of the page. The server knows the same: ADDRESSES in src/sidepot/web/page.py. */

export const ROUTES = [
  { name: 'front', path: '/' },
  { name: 'join', path: '/join' },
  { name: 'back', path: '/back' },
  { name: 'lobby', path: '/lobby' },
  { name: 'new', path: '/new' },
  { name: 'settings', path: '/settings' },
  { name: 'table', path: '/tables/:id' },
  { name: 'rules', path: '/rules/:id' },
] as const;

export type Name = (typeof ROUTES)[number]['name'];

/** Which part of the page an address is; `id` of a table or a game. */
export interface Route {
  name: Name | 'nothing';
  id: string;
}

/** The part at an address. */
export function routeOf(path: string): Route {
  for (const route of ROUTES) {
    const found = new RegExp(`^${route.path.replace(':id', '([^/]+)')}$`).exec(path);
    if (found) return { name: route.name, id: decodeURIComponent(found[1] ?? '') };
  }
  return { name: 'nothing', id: '' };
}
