/** Calls somebody back to the table who looks at something else: the title, and a notification. */

import { say } from './words';

/** The title of the page in one's turn and otherwise. */
export function title(game: string, isTurn: boolean): string {
  return isTurn ? say('at.title_turn', { game }) : say('at.title_table', { game });
}

/**
 * May the browser notify? It offers that only on origins that it trusts; on phones it has the
 * constructor, which only throws. Without permission nothing is shown where it does not.
 */
export function canNotify(): boolean {
  if (!('Notification' in globalThis) || !isSecureContext) return false;
  return Notification.permission === 'granted' || made('') !== null;
}

/** Notify of one's turn, where the page is out of sight and one has allowed it. */
export function notify(game: string, text: string): void {
  if (!canNotify() || Notification.permission !== 'granted' || !document.hidden) return;
  const note = made(game, { body: text, tag: 'sidepot-turn' });
  if (!note) return;
  note.onclick = () => {
    window.focus();
    note.close();
  };
}

function made(title: string, options?: NotificationOptions): Notification | null {
  try {
    return new Notification(title, options);
  } catch {
    return null;
  }
}
