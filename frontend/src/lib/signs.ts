/** Signs of a text, as a reader counts them: an emoji of several characters is one. */

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The first signs of a text. */
export function firstSigns(text: string, most: number): string {
  return [...segmenter.segment(text)]
    .slice(0, most)
    .map(({ segment }) => segment)
    .join('');
}
