/** The route of the current address, and navigation within the page. */

import { type Route, routeOf } from './routes';
import { share } from './sharing';

/** State that one address hands on to the next. It survives a reload; other tabs do not get it. */
export interface NavigationState {
  /** Take a chair at once. */
  sit?: boolean;
  /** Ask at once with how many chips to take a chair. */
  offer?: boolean;
  /** Show the invitation at once. */
  invite?: boolean;
  /** Wait for nobody else before the first hand. */
  deal?: boolean;
}

class Router {
  route: Route = $state.raw(routeOf(location.pathname));
  state: NavigationState = $state.raw(historyState());

  /** Has the route changed since the browser loaded the page? */
  hasNavigated = false;

  constructor() {
    addEventListener('popstate', () => this.#update());
    document.addEventListener('click', (event) => this.#followLink(event));
  }

  /** Go to another address of the page. */
  go(path: string, state: NavigationState = {}): void {
    history.pushState(state, '', path);
    this.#update();
    scrollTo(0, 0);
  }

  /** Go to another address in place of the current one. */
  replace(path: string, state: NavigationState = {}): void {
    history.replaceState(state, '', path);
    this.#update();
  }

  #update(): void {
    this.hasNavigated = true;
    this.route = share(this.route, routeOf(location.pathname));
    this.state = historyState();
  }

  /** Follow links within the page without loading it anew. */
  #followLink(event: MouseEvent): void {
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.hash && link.pathname === location.pathname) return;
    if (routeOf(link.pathname).name === 'notFound') return;
    event.preventDefault();
    this.go(link.pathname + link.hash);
  }
}

function historyState(): NavigationState {
  return (history.state as NavigationState | null) ?? {};
}

/**
 * An attachment for a page's heading. It takes the focus after navigation, so that screen readers
 * say where they are; on the first page the browser itself does that.
 */
export function focusHeading(element: HTMLElement): void {
  if (router.hasNavigated) element.focus({ preventScroll: true });
}

export const router = new Router();
