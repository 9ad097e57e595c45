/** The size of the table on a screen across the room. */

/** The screen for which the table is drawn without scaling (CSS pixels). */
const WIDTH = 1280;
const HEIGHT = 720;
/** More players than this need the whole width. */
const MAX_LARGE = 9;

/** The factor by which a table of some players is drawn larger, at least 1. */
export function televisionScale(width: number, height: number, players: number): number {
  const fits = Math.min(width / WIDTH, height / HEIGHT);
  return Math.max(1, players > MAX_LARGE ? Math.min(fits, 1.2) : fits);
}
