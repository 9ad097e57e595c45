/** A rule page's hints at a table: those that hold by the view and the menu that are shown. */

import type { HintView } from '../../protocol/http';
import type { ChoiceView, TableView } from '../../protocol/socket';

/** What has happened stays in sight for so many decisions after its own. */
const LASTS = 1;

/** A hint about what has happened, and the view in which it was said. */
export interface News {
  hint: HintView;
  table: TableView;
}

/** The first new hint that fits what has happened in a view; `isAgain`: the viewer acted before. */
export function newsFor(
  hints: readonly HintView[],
  table: TableView,
  isAgain: boolean,
  known: ReadonlySet<HintView>,
): HintView | undefined {
  return hints.find(
    (hint) => !isForDecision(hint) && !known.has(hint) && fits(hint, table, table.menu, isAgain),
  );
}

/** The first hint that fits the decision that is due, by the actions that are offered now. */
export function hintForDecision(
  hints: readonly HintView[],
  table: TableView,
  menu: readonly ChoiceView[],
  isAgain: boolean,
): HintView | undefined {
  return hints.find((hint) => isForDecision(hint) && fits(hint, table, menu, isAgain));
}

/** Does what was said still hold: in the same step of the hand, and one decision later at most? */
export function isRecent({ table }: News, now: TableView): boolean {
  return stepOf(table) === stepOf(now) && now.decision - table.decision <= LASTS;
}

/** A key of the part of a hand in which sentences about what has happened hold. */
function stepOf({ hand, board, course, asked, result }: TableView): string {
  return [hand, board.length, course?.done, !!asked?.length, result.length > 0].join();
}

function isForDecision({ when, whom }: HintView): boolean {
  return when === 'choice' || (when === 'turn' && whom === '');
}

function fits(
  { when, kinds, whom }: HintView,
  table: TableView,
  menu: readonly ChoiceView[],
  isAgain: boolean,
): boolean {
  const offered = menu.map(({ kind }) => kind);
  switch (when) {
    case 'deal':
      return table.decision === 0;
    case 'end':
      return table.result.length > 0;
    case 'turn':
    case 'choice':
      return (
        offered.length > 0 &&
        (isAgain || whom === '') &&
        kinds.every((kind) => offered.includes(kind))
      );
    default:
      return table.events.some(
        ({ kind, seat }) =>
          kinds.includes(kind) && (whom === '' || whom === (seat === table.seat ? 'you' : 'other')),
      );
  }
}
