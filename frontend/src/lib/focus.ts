/** Where the focus was, for when what took it goes away. */

/** The answer puts it back: to what has it now or, if that is gone, to what that stood in. */
export function remembered(): () => void {
  const path: HTMLElement[] = [];
  let at = document.activeElement;
  for (; at instanceof HTMLElement; at = at.parentElement) path.push(at);
  return () => {
    path.some((element) => {
      element.focus({ preventScroll: true });
      return document.activeElement === element;
    });
  };
}
