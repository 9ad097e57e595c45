/**
 * Structural sharing: what has not changed stays the same object, so that only what has changed is
 * drawn again. A view comes whole, and most of its seats are as they were.
 */

type Tree = Record<string, unknown>;

/** `next`, with the parts of `before` that are equal to its own. */
export function share<T>(before: unknown, next: T): T {
  if (Object.is(before, next)) return next;
  if (!isTree(before) || !isTree(next) || Array.isArray(before) !== Array.isArray(next))
    return next;
  const names = Object.keys(next);
  let isSame = names.length === Object.keys(before).length;
  for (const name of names) {
    const part = share(before[name], next[name]);
    if (part !== next[name]) (next as Tree)[name] = part;
    isSame &&= Object.is(part, before[name]) && name in before;
  }
  return isSame ? (before as T) : next;
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null;
}
