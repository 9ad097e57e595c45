/** The menu of a view as buttons: what each says, costs and sends. */

import { say } from '../../lib/words';
import type { ChoiceSeen } from '../../protocol/socket';

/** A range up to so many amounts is a button for each. */
const MOST_BUTTONS = 4;

/** An action that one button sends. */
export interface Option {
  /** What is told apart: the same id means the same. */
  id: string;
  name: string;
  /** In chips. */
  cost: number;
  /** The key that does it, as it is written on the button; Enter where there is a pick. */
  key: string;
  /** In action text: "buy 2". */
  action: string;
  kind: string;
  /** The card that it speaks of. */
  card?: string;
}

/** The buttons of a choice of the menu; none where an amount or a card has still to be chosen. */
export function options(choice: ChoiceSeen): Option[] {
  if (choice.cards.length) return [];
  if (!choice.counted) return [option(choice, null)];
  if (isWide(choice)) return [];
  const amounts = Array.from(
    { length: choice.highest - choice.lowest + 1 },
    (_, n) => choice.lowest + n,
  );
  return amounts.map((amount) => option(choice, amount, amounts.length > 1));
}

/** Does one choose its amount with the bet control? */
export function isWide(choice: ChoiceSeen): boolean {
  return choice.counted && choice.highest - choice.lowest >= MOST_BUTTONS;
}

/** The action of a choice for an amount; `isNumbered` ones have the amount as their key. */
export function option(choice: ChoiceSeen, amount: number | null, isNumbered = false): Option {
  const shown = amount ?? choice.cost;
  return {
    id: `${choice.kind} ${amount ?? ''}`,
    name: say(`at.act.${choice.kind}`, { n: shown }),
    cost: choice.cost + choice.each * ((amount ?? choice.lowest) - choice.lowest),
    key: isNumbered ? `${amount}` : choice.key.toUpperCase(),
    action: text(choice.kind, amount === null ? [] : [`${amount}`]),
    kind: choice.kind,
  };
}

/** The action that picks a card. */
export function pick(choice: ChoiceSeen, card: string): Option {
  return {
    id: `${choice.kind} ${card}`,
    name: say(`at.act.${choice.kind}`, { n: 0 }),
    cost: choice.cost,
    key: say('at.key.enter'),
    action: text(choice.kind, [card]),
    kind: choice.kind,
    card,
  };
}

function text(kind: string, amount: string[]): string {
  return [kind.replaceAll('_', ' '), ...amount].join(' ');
}
