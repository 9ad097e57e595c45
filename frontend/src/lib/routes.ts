/** The addresses of the page. The server knows the same: PAGE_PATHS in src/sidepot/room/web/page.py. */

export const ROUTES = [
  { name: 'front', path: '/' },
  { name: 'join', path: '/join' },
  { name: 'recovery', path: '/back' },
  { name: 'lobby', path: '/lobby' },
  { name: 'new', path: '/new' },
  { name: 'settings', path: '/settings' },
  { name: 'verify', path: '/verify' },
  { name: 'table', path: '/tables/:id' },
  { name: 'hand', path: '/tables/:id/hands/:hand' },
  { name: 'television', path: '/tables/:id/tv' },
  { name: 'evening', path: '/tables/:id/evening' },
  { name: 'seasons', path: '/seasons' },
  { name: 'season', path: '/seasons/:id' },
  { name: 'replay', path: '/replay' },
  { name: 'rules', path: '/rules/:id' },
] as const;

/** The page at an address; `id` of a table or a game, `hand` the number of a hand. */
export interface Route {
  name: (typeof ROUTES)[number]['name'] | 'notFound';
  id: string;
  hand?: number;
}

export function routeOf(path: string): Route {
  for (const route of ROUTES) {
    const pattern = route.path.replace(':id', '([^/]+)').replace(':hand', '([0-9]{1,15})');
    const found = new RegExp(`^${pattern}$`).exec(path);
    if (!found) continue;
    const id = decodeURIComponent(found[1] ?? '');
    return { name: route.name, id, ...(found[2] && { hand: Number(found[2]) }) };
  }
  return { name: 'notFound', id: '' };
}
