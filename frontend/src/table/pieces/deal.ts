/** The transition of a card dealt to the table. */

import type { TransitionConfig } from 'svelte/transition';

const DURATION = 180;
const REDUCED = '(prefers-reduced-motion: reduce)';

/** From above, growing a little, in 180 ms; at once under reduced motion. */
export function deal(node: Element): TransitionConfig {
  const isStill = node.ownerDocument.defaultView?.matchMedia(REDUCED).matches;
  return {
    duration: isStill ? 0 : DURATION,
    css: (t, u) => `transform: translateY(${-28 * u * u}px) scale(${0.8 + 0.2 * t})`,
  };
}
