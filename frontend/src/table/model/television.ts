/** The size of the table on a screen across the room. */

/** The screen for which the table is drawn without scaling (CSS pixels). */
const WIDTH = 1280;
const HEIGHT = 720;
/** More players than this need the whole width. */
const MAX_LARGE = 9;

/** On lower screens, such as a phone's, the table is drawn smaller. */
const LOW = 600;

/** The factor by which a table of some players is drawn larger, or smaller on a low screen. */
export function televisionScale(width: number, height: number, players: number): number {
  const fits = Math.min(width / WIDTH, height / HEIGHT);
  const least = height < LOW ? height / HEIGHT : 1;
  return Math.max(least, players > MAX_LARGE ? Math.min(fits, 1.2) : fits);
}
