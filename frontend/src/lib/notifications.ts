/** Notifications of the browser, for players who look at another page. */

/**
 * May the browser notify? It offers that on trusted origins alone. Browsers of phones have the
 * constructor, which only throws. While there is no permission, constructing one shows nothing.
 */
export function canNotify(): boolean {
  if (!('Notification' in globalThis) || !isSecureContext) return false;
  return Notification.permission === 'granted' || construct('') !== null;
}

/** Notify, if the page is out of sight and the player has allowed it. */
export function notify(title: string, text: string): void {
  if (!canNotify() || Notification.permission !== 'granted' || !document.hidden) return;
  const notification = construct(title, { body: text, tag: 'sidepot-turn' });
  if (!notification) return;
  notification.onclick = () => {
    window.focus();
    notification.close();
  };
}

function construct(title: string, options?: NotificationOptions): Notification | null {
  try {
    return new Notification(title, options);
  } catch {
    return null;
  }
}
