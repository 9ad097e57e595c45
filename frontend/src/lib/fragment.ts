/** The token in the fragment of a link, behind the #, which browsers send to no server. */

/** The token. It stays in the address until it has worked, so that a reload can try again. */
export function readToken(): string {
  return location.hash.slice(1);
}

/** Remove it from the address. */
export function dropToken(): void {
  history.replaceState(history.state, '', location.pathname);
}
