/** Calls somebody back to the table who looks at something else: the title, and a notification. */

import { say } from '../lib/words';

/** The title of the page in one's turn and otherwise. */
export function title(game: string, isTurn: boolean): string {
  return isTurn ? say('at.title_turn', { game }) : say('at.title_table', { game });
}

/** May the browser notify? It offers that only on origins that it trusts. */
export function canNotify(): boolean {
  return 'Notification' in globalThis && isSecureContext;
}

/** Notify of one's turn, where the page is out of sight and one has allowed it. */
export function notify(game: string, text: string): void {
  if (!canNotify() || Notification.permission !== 'granted' || !document.hidden) return;
  const note = new Notification(game, { body: text, tag: 'sidepot-turn' });
  note.onclick = () => {
    window.focus();
    note.close();
  };
}
