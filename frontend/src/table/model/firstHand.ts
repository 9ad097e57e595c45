/** A rule page's hints at a table, by the last events and the decision due. */

import type { HintView } from '../../protocol/http';
import type { TableView } from '../../protocol/socket';

/**
 * The first hint that fits what has happened, and the first one that fits the decision that is due;
 * of what has happened nothing is said twice. `isAgain`: the viewer has just acted.
 */
export function hintsFor(
  hints: readonly HintView[],
  table: TableView,
  isAgain: boolean,
  known: ReadonlySet<HintView>,
): HintView[] {
  const fitting = hints.filter((hint) => fits(hint, table, isAgain));
  const news = fitting.filter((hint) => !isForDecision(hint) && !known.has(hint));
  return [...news.slice(0, 1), ...fitting.filter(isForDecision).slice(0, 1)];
}

function isForDecision({ when, name }: HintView): boolean {
  return when === 'choice' || (when === 'turn' && name === '');
}

function fits(hint: HintView, table: TableView, isAgain: boolean): boolean {
  const { when, name, whom } = hint;
  switch (when) {
    case 'deal':
      return table.decision === 0;
    case 'end':
      return table.result.length > 0;
    case 'turn':
      return table.menu.length > 0 && (isAgain || name === '');
    case 'choice':
      return table.menu.some(({ kind }) => kind === name);
    default:
      return table.events.some(
        ({ kind, seat }) =>
          kind === name && (whom === '' || whom === (seat === table.seat ? 'you' : 'other')),
      );
  }
}
