/** The token behind the # of a link; browsers send it to nobody, and it is not left in sight. */

/** It stays in the address until it has worked, so that a reload may try again. */
export function token(): string {
  return location.hash.slice(1);
}

/** Take it out of the address. */
export function dropToken(): void {
  history.replaceState(history.state, '', location.pathname);
}
