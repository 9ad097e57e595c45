/** How a card comes to the table. */

import type { TransitionConfig } from 'svelte/transition';

const LASTS = 180;
const REDUCED = '(prefers-reduced-motion: reduce)';

/** From above, a little smaller, in 180 ms; at once for those who want no motion. */
export function deal(node: Element): TransitionConfig {
  const isStill = node.ownerDocument.defaultView?.matchMedia(REDUCED).matches;
  return {
    duration: isStill ? 0 : LASTS,
    css: (t, u) => `transform: translateY(${-28 * u * u}px) scale(${0.8 + 0.2 * t})`,
  };
}
