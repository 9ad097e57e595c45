/** The deal of a hand in words: a mark for the header, sentences for its panel, faults. */

import type { Breach, DealState, FairState, Standing } from '../../fairness/dealState';
import { STANDINGS } from '../../fairness/dealState';
import { join, locale, say } from '../../lib/words';

/** The standing of a hand's deal, or its progress before the proof. */
export type DealMark =
  Exclude<Standing | DealState['stage'], 'wrong' | 'awaited'> | 'elsewhere' | 'breach';

/** The header's summary of a hand's deal; null before the first hand. */
export function dealMark({ deals, breaches }: FairState, hand: number): DealMark | null {
  if (breaches.length) return 'breach';
  const deal = deals[hand];
  if (!deal) return hand ? 'unchecked' : null;
  const { own, standing, stage } = deal;
  if (own === 'elsewhere') return own;
  return standing === 'wrong' ? 'breach' : standing === 'awaited' ? stage : standing;
}

/** A mark in words, with the number of hands that could not be checked. */
export function markText(mark: DealMark, unchecked: number): string {
  const text = say(`fair.mark.${mark}`);
  return unchecked ? `${text}. ${say('fair.standing.unchecked', { n: unchecked })}` : text;
}

type FairIcon = 'fair' | 'fairDue' | 'fairOpen' | 'fairUnknown' | 'unfair';

const ICONS: Record<DealMark, FairIcon> = {
  proven: 'fair',
  fixed: 'fairDue',
  cut: 'fairDue',
  uncut: 'fairOpen',
  elsewhere: 'fairUnknown',
  unchecked: 'fairUnknown',
  breach: 'unfair',
};

/** The icon of a mark. */
export const markIcon = (mark: DealMark): FairIcon => ICONS[mark];

/** The number of hands by standing, with the icon of each. */
export function standings({
  counts,
}: FairState): { standing: Standing; icon: FairIcon; text: string }[] {
  return STANDINGS.filter((standing) => counts[standing]).map((standing) => ({
    standing,
    icon: markIcon(standing === 'awaited' ? 'cut' : standing === 'wrong' ? 'breach' : standing),
    text: say(`fair.standing.${standing}`, { n: counts[standing] }),
  }));
}

/** The story of a deal: commitment, cut, players missing by turn, and checks; none if broken. */
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
    ...(isBroken ? [] : checkedSentences(deal)),
  ];
}

/** At which hands an open connection has passed over something. */
export const gapsText = (gaps: readonly number[]): string =>
  say('fair.passed_over', { hands: gaps.map(String) });

/** The fault, as a sentence. */
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

/** The checks made by this browser, and the source of its list of cards. */
function checkedSentences({ standing, own, isDeckKnown }: DealState): string[] {
  if (own === 'elsewhere') return [];
  if (standing === 'awaited') return [say('fair.unproven')];
  if (standing === 'unchecked') return [say('fair.unchecked')];
  return [say('fair.proven'), ...(isDeckKnown ? [] : [say('fair.word')])];
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
