/** Shares the picture of an evening: with another app, or as a file. */

import { eveningPicture } from '../lib/api';

/** Can this browser hand a picture to another app? */
export function canSharePictures(): boolean {
  const probe = new File([], 'evening.png', { type: 'image/png' });
  return navigator.canShare?.({ files: [probe] }) ?? false;
}

export async function sharePicture(
  table: string,
  title: string,
  began: number | null,
): Promise<void> {
  const picture = await eveningPicture(table, began);
  const file = new File([picture], 'evening.png', { type: 'image/png' });
  try {
    await navigator.share({ title, files: [file] });
  } catch {
    // The player has cancelled it.
  }
}
