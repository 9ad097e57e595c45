/** Names for commands. `crypto.randomUUID` is only there on origins that the browser trusts. */

/** An id that no other command has: 16 random bytes in hex. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
