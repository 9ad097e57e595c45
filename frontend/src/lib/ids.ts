/** Ids of commands. `crypto.randomUUID` exists only on origins that the browser trusts. */

/** A new id: 16 random bytes in hex. */
export function newCommandId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
