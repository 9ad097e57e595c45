/** Where in the page one is: its address, and what was handed on to it. */

import { routeOf, type Route } from './routes';
import { share } from './sharing';

/** What one address hands on to the next; it lasts through a reload and not in another tab. */
export interface Handed {
  /** Take a chair at once. */
  sit?: boolean;
  /** Show the invitation at once. */
  invite?: boolean;
}

class Router {
  route: Route = $state.raw(routeOf(location.pathname));
  handed: Handed = $state.raw((history.state as Handed | null) ?? {});

  hasMoved = false;

  constructor() {
    addEventListener('popstate', () => this.#look());
    document.addEventListener('click', (event) => this.#click(event));
  }

  /** Go to another address of the page. */
  go(path: string, handed: Handed = {}): void {
    history.pushState(handed, '', path);
    this.#look();
    scrollTo(0, 0);
  }

  /** Stand at another address, as if one had come there. */
  replace(path: string, handed: Handed = {}): void {
    history.replaceState(handed, '', path);
    this.#look();
  }

  #look(): void {
    this.hasMoved = true;
    this.route = share(this.route, routeOf(location.pathname));
    this.handed = (history.state as Handed | null) ?? {};
  }

  /** Follow links within the page without loading it anew. */
  #click(event: MouseEvent): void {
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.hash && link.pathname === location.pathname) return;
    if (routeOf(link.pathname).name === 'nothing') return;
    event.preventDefault();
    this.go(link.pathname + link.hash);
  }
}

/**
 * For the heading of a page: who has come here from another page of ours, and hears it, is told
 * where he is. The first page that the browser loads is told by the browser.
 */
export function heading(element: HTMLElement): void {
  if (router.hasMoved) element.focus({ preventScroll: true });
}

export const router = new Router();
