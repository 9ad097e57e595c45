/** The hashes of fair deals. On a plain-http page of the house's network browsers have none. */

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

const utf8 = new TextEncoder();

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
  const [a, b] = [utf8.encode(one), utf8.encode(other)];
  const at = a.findIndex((byte, n) => byte !== b[n]);
  return at < 0 ? a.length - b.length : a[at]! - (b[at] ?? -1);
}

/** The parts one after another, each after its length in four bytes. */
function encode(parts: Part[]): Uint8Array {
  const all = parts.map((part) => (typeof part === 'object' ? part : utf8.encode(`${part}`)));
  const encoded = new Uint8Array(all.reduce((sum, { length }) => sum + 4 + length, 0));
  const lengths = new DataView(encoded.buffer);
  let at = 0;
  for (const bytes of all) {
    lengths.setUint32(at, bytes.length);
    encoded.set(bytes, at + 4);
    at += 4 + bytes.length;
  }
  return encoded;
}

function fourBytes(n: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, n);
  return bytes;
}
