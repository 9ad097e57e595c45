/** Ids and secrets. `crypto.randomUUID` exists only on origins that the browser trusts. */

/** A new id of a command. */
export function newCommandId(): string {
  return randomHex(16);
}

/** Some random bytes in hex. */
export function randomHex(size: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(size));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
