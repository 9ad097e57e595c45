/** Keyboard focus across a dialog. */

/**
 * Remember what has the focus. The returned function gives it back: to the same element or, if that
 * is gone, to the nearest ancestor that takes it.
 */
export function rememberFocus(): () => void {
  const path: HTMLElement[] = [];
  let element = document.activeElement;
  for (; element instanceof HTMLElement; element = element.parentElement) path.push(element);
  return () => {
    path.some((element) => {
      element.focus({ preventScroll: true });
      return document.activeElement === element;
    });
  };
}
