/** The menu of a view as buttons: what each says, costs and sends. */

import { say } from '../../lib/words';
import type { ChoiceView } from '../../protocol/socket';

/** A choice of up to this many amounts has a button for each. */
const MAX_BUTTONS = 4;

/** An action that one button sends. */
export interface ActionOption {
  /** Tells options apart: two with the same id mean the same action. */
  id: string;
  name: string;
  /** In chips. */
  cost: number;
  /** The key for it, as written on the button; Enter where it names a picked card. */
  key: string;
  /** The action as the server reads it: "buy 2". */
  action: string;
  kind: string;
  /** The card it names. */
  card?: string;
}

/** The buttons of a choice; none where an amount or a card has to be chosen first. */
export function actionOptions(choice: ChoiceView): ActionOption[] {
  if (choice.cards.length) return [];
  if (!choice.counted) return [actionOption(choice, null)];
  if (needsBetControl(choice)) return [];
  const amounts = Array.from(
    { length: choice.highest - choice.lowest + 1 },
    (_, n) => choice.lowest + n,
  );
  return amounts.map((amount) => actionOption(choice, amount, amounts.length > 1));
}

/** Is the amount of this choice set with the bet control? */
export function needsBetControl(choice: ChoiceView): boolean {
  return choice.counted && choice.highest - choice.lowest >= MAX_BUTTONS;
}

/** The button of a choice for an amount; with `isNumbered` the amount is its key. */
export function actionOption(
  choice: ChoiceView,
  amount: number | null,
  isNumbered = false,
): ActionOption {
  const shown = amount ?? choice.cost;
  return {
    id: `${choice.kind} ${amount ?? ''}`,
    name: say(`at.act.${choice.kind}`, { n: shown }),
    cost: choice.cost + choice.each * ((amount ?? choice.lowest) - choice.lowest),
    key: isNumbered ? `${amount}` : choice.key.toUpperCase(),
    action: actionText(choice.kind, amount === null ? [] : [`${amount}`]),
    kind: choice.kind,
  };
}

/** The button of a choice for a picked card. */
export function cardOption(choice: ChoiceView, card: string): ActionOption {
  return {
    id: `${choice.kind} ${card}`,
    name: say(`at.act.${choice.kind}`, { n: 0 }),
    cost: choice.cost,
    key: say('at.key.enter'),
    action: actionText(choice.kind, [card]),
    kind: choice.kind,
    card,
  };
}

function actionText(kind: string, values: string[]): string {
  return [kind.replaceAll('_', ' '), ...values].join(' ');
}
