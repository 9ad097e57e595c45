/**
 * A hand in a link: its `.phh`, compressed, behind the # of the address, which browsers send to no
 * server. Beside it stand who looks on and at which step the replay begins.
 */

/** The content of a link; `seat` is null for the rail. */
interface LinkedHand {
  text: string;
  seat: number | null;
  step: number;
}

/** The most characters of a hand; what is longer is no hand, but may be a bomb. */
export const MAX_TEXT = 64 * 1024;
/** The most characters of a fragment: what nothing makes shorter has a third more in base64. */
const MAX_FRAGMENT = 2 * MAX_TEXT;

/** The fragment of a link, without the #. */
export async function packHand({ text, seat, step }: LinkedHand): Promise<string> {
  const packed = await through(
    new TextEncoder().encode(text),
    new CompressionStream('deflate-raw'),
  );
  const fields = new URLSearchParams({ h: toBase64(packed) });
  if (seat !== null) fields.set('seat', `${seat}`);
  if (step > 0) fields.set('step', `${step}`);
  return `${fields}`;
}

/** The hand in a fragment; null for one that holds none, or not all of it. */
export async function unpackHand(fragment: string): Promise<LinkedHand | null> {
  if (fragment.length > MAX_FRAGMENT) return null;
  const fields = new URLSearchParams(fragment);
  try {
    const packed = fromBase64(fields.get('h') ?? '');
    const bytes = await through(packed, new DecompressionStream('deflate-raw'));
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text) return null;
    return { text, seat: whole(fields.get('seat')), step: whole(fields.get('step')) ?? 0 };
  } catch {
    return null;
  }
}

function whole(text: string | null): number | null {
  return text !== null && /^\d{1,4}$/.test(text) ? Number(text) : null;
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    if (length > MAX_TEXT) throw new RangeError('too long for a hand');
    parts.push(next.value);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function toBase64(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}
