/** Copying, also where the browser offers no clipboard: on a plain http address. */

/** Put the text of a field on the clipboard; it is selected, whatever comes of it. */
export async function copyFrom(field: HTMLInputElement): Promise<boolean> {
  field.focus();
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // There is no clipboard, or we may not have it: the old way needs a selection and a gesture.
    return document.execCommand('copy');
  }
}
