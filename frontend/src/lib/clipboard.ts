/** Copying, also where the browser offers no clipboard: on a plain http address. */

/** Copy the text of a field, which is selected in any case; false where that failed. */
export async function copyField(field: HTMLInputElement): Promise<boolean> {
  field.focus();
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // No clipboard, or no permission: the old way needs a selection and a gesture.
    return document.execCommand('copy');
  }
}
