/** How a card comes to the table. */

import type { TransitionConfig } from 'svelte/transition';

const LASTS = 180;

/** From above, a little smaller, in 180 ms; at once for those who want no motion. */
export function deal(): TransitionConfig {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return {
    duration: isStill ? 0 : LASTS,
    css: (t, u) => `transform: translateY(${-28 * u * u}px) scale(${0.8 + 0.2 * t})`,
  };
}
