/** The hashes of fair deals. On a plain-http page of the house's network browsers have none. */

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** Bytes in hexadecimal, in lower case. */
export type Hex = string;
/** A part of what is hashed: text, a number as its digits, or bytes. */
export type Part = string | number | Uint8Array;

/** The bytes of a text in hexadecimal. Throws for any other text. */
export const raw = (hex: Hex): Uint8Array => hexToBytes(hex);

/** SHA-256 of the parts. */
export function hash(...parts: Part[]): Hex {
  return bytesToHex(hashBytes(...parts));
}

export function hashBytes(...parts: Part[]): Uint8Array {
  return sha256(encode(parts));
}

/** HMAC-SHA-256 of the parts. */
export function keyed(key: Uint8Array, ...parts: Part[]): Hex {
  return bytesToHex(hmac(sha256, key, encode(parts)));
}

/** HMAC-SHA-256 of a counter in four bytes. */
export function keyedBlock(key: Uint8Array, counter: number): Uint8Array {
  return hmac(sha256, key, fourBytes(counter));
}

/** Are they in the order of their code points? Fit for sorting, as Python sorts. */
export function compareTexts(one: string, other: string): number {
  const [a, b] = [utf8ToBytes(one), utf8ToBytes(other)];
  const at = a.findIndex((byte, n) => byte !== b[n]);
  return at < 0 ? a.length - b.length : a[at]! - (b[at] ?? -1);
}

/** The parts one after another, each after its length in four bytes. */
function encode(parts: Part[]): Uint8Array {
  return concatBytes(
    ...parts.flatMap((part) => {
      const bytes = typeof part === 'object' ? part : utf8ToBytes(`${part}`);
      return [fourBytes(bytes.length), bytes];
    }),
  );
}

function fourBytes(n: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, n);
  return bytes;
}
