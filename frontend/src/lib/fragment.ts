/** The token behind the # of a link; browsers send it to nobody, and it is not left in sight. */

/** Take it out of the address. */
export function takeToken(): string {
  const token = location.hash.slice(1);
  history.replaceState(history.state, '', location.pathname);
  return token;
}
