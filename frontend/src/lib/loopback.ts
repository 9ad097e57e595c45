/** Addresses that only the computer itself can reach. */

/** Does a link lead nowhere from any other device? */
export function isLoopback(link: string): boolean {
  return /^(localhost|127\.|\[::1\])/.test(new URL(link).hostname);
}
