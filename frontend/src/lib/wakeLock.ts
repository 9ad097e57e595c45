/** Keeps the screen of a device on, where the browser can. */

/** Keep the screen on until the returned function is called. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let isOver = false;
  const take = (): void => {
    if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    void navigator.wakeLock.request('screen').then(
      (taken) => {
        lock = taken;
        if (isOver) void taken.release();
      },
      () => {}, // low on power, or not allowed: the device decides
    );
  };
  // The browser ends it when the page goes out of sight.
  document.addEventListener('visibilitychange', take);
  take();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', take);
    void lock?.release();
  };
}
