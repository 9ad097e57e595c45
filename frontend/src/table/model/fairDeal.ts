/** The deal of a hand in words: a mark for the header, sentences for its panel, what is wrong. */

import type { Breach, DealState, FairState } from '../../fairness/dealState';
import { join, locale, say } from '../../lib/words';

export type DealMark = DealState['stage'] | 'elsewhere' | 'unknown' | 'breach';

/** What the header shows of a hand's deal; null before the first hand. */
export function dealMark({ deals, breaches }: FairState, hand: number): DealMark | null {
  if (breaches.length) return 'breach';
  const deal = deals[hand];
  if (!deal) return hand ? 'unknown' : null;
  return deal.own === 'elsewhere' ? 'elsewhere' : deal.stage;
}

/** The icon of a mark. */
export function markIcon(mark: DealMark): 'fair' | 'fairOpen' | 'fairUnknown' | 'unfair' {
  if (mark === 'breach') return 'unfair';
  if (mark === 'elsewhere' || mark === 'unknown') return 'fairUnknown';
  return mark === 'cut' || mark === 'proven' ? 'fair' : 'fairOpen';
}

/** What was fixed when, who cut, who was missing in which turn, and what has been checked: not if it is broken. */
export function dealSentences(
  deal: DealState,
  nameOf: (guest: string) => string,
  me: string | null,
  isBroken = false,
): string[] {
  const cutters = deal.cutters.map((guest) => (guest === me ? say('fair.you') : nameOf(guest)));
  return [
    fixedSentence(deal),
    isBroken && cutters.length
      ? say('fair.claimed', { names: join(cutters) })
      : cutSentence(deal, capitalized(join(cutters))),
    ...(deal.own === 'elsewhere' ? [say('fair.elsewhere')] : []),
    ...(deal.own === 'out' && me !== null && cutters.length ? [say('fair.out')] : []),
    missingText(deal),
    ...(isBroken ? [] : [deal.isProven ? say('fair.proven') : say('fair.unproven')]),
    ...(deal.isProven && !deal.isDeckKnown && !isBroken ? [say('fair.word')] : []),
  ];
}

/** What is wrong, as a sentence. */
export function breachText({ hand, kind }: Breach): string {
  return say('fair.breach_in', { n: hand, what: say(`fair.breach.${kind}`) });
}

function fixedSentence({ fixed }: DealState): string {
  if (fixed === null) return say('fair.fixed_before');
  return say('fair.fixed', { time: new Date(fixed).toLocaleTimeString(locale()) });
}

function cutSentence({ stage, cutters }: DealState, names: string): string {
  if (!cutters.length) return say('fair.uncut');
  return stage === 'fixed' ? say('fair.to_cut', { names }) : say('fair.cut', { names });
}

function missingText({ missing }: DealState): string {
  if (!missing.length) return say('fair.nobody_missing');
  const turns = missing.map((names, n) =>
    names.length
      ? say('fair.missing', { turn: n + 1, names })
      : say('fair.changed', { turn: n + 1 }),
  );
  return turns.join(' ');
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
