/** The menu of a view as buttons: label, cost and command of each. */

import { fillIn, say } from '../../lib/words';
import type { ChoiceView } from '../../protocol/socket';

/** Kinds of actions whose amount the player sets: their button is then the all-in itself. */
const SIZED = ['bet', 'raise_to'];
/** A choice of up to this many amounts has a button for each. */
const MAX_BUTTONS = 4;

const LAST_DIGIT = 9;

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
  /** Are these all the chips that the player has? */
  isAllIn?: boolean;
  /** The card it names. */
  card?: string;
}

/** The buttons of a choice; none where an amount or a card has to be chosen first. `players`: the
 * names of the seats, by which the words "p1", "p2" are shown. */
export function actionOptions(choice: ChoiceView, players: readonly string[] = []): ActionOption[] {
  if (choice.cards.length) return [];
  if (choice.words?.length)
    return choice.words.map((word, n) => wordOption(choice, word, n + 1, players));
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
    name: nameOf(choice, shown),
    cost: choice.cost + choice.each * ((amount ?? choice.lowest) - choice.lowest),
    key: isNumbered ? `${amount}` : choice.key.toUpperCase(),
    action: actionText(choice, amount === null ? [] : [`${amount}`]),
    kind: choice.kind,
  };
}

/** The button of a choice for one of the words that it takes. */
function wordOption(
  choice: ChoiceView,
  word: string,
  place: number,
  players: readonly string[],
): ActionOption {
  const option = actionOption(choice, null);
  const seat = /^p(\d+)$/.exec(word)?.[1];
  return {
    ...option,
    id: `${choice.kind} ${word}`,
    name: `${option.name} ${players[Number(seat) - 1] ?? word}`,
    key: place <= LAST_DIGIT ? `${place}` : '',
    action: actionText(choice, [word]),
  };
}

/** Does a choice take several cards at once? */
export function picksSet(choice: ChoiceView): boolean {
  return (choice.most ?? 0) > 0;
}

/** The button of a choice for picked cards, "Kc 7d": one, or several at once. */
export function cardOption(choice: ChoiceView, card: string): ActionOption {
  return {
    id: `${choice.kind} ${card}`,
    name: nameOf(choice, 0),
    cost: choice.cost,
    key: say('at.key.enter'),
    action: actionText(choice, [card]),
    kind: choice.kind,
    card,
  };
}

/** The label of a choice's button: in the game's own words, if it has some. */
export function nameOf(choice: ChoiceView, n: number): string {
  return choice.label ? fillIn(choice.label.text, { n }) : say(`at.act.${choice.kind}`, { n });
}

/** The name of the control that sets an amount: of an action that a game declares, its label. */
export function amountName(choice: ChoiceView): string {
  const isDeclared = Boolean(choice.own && choice.label);
  return isDeclared
    ? fillIn(choice.label!.text, { n: '' }).trim()
    : say(`at.bet.name.${choice.kind}`);
}

/** The button of an option that costs all chips: it says so. */
export function asAllIn(option: ActionOption): ActionOption {
  const isSized = SIZED.includes(option.kind);
  const name = isSized
    ? say('at.act.all_in', { n: option.cost })
    : say('at.act.all_in_by', { action: option.name });
  return { ...option, name, isAllIn: true };
}

/** The question about an option that may be a slip. */
export function askedText(option: ActionOption): string {
  return option.isAllIn ? say('at.ask.all_in') : say('at.ask.fold');
}

/** May an option be a slip: a fold where staying costs nothing, or all chips at once? */
export function isRisky(option: ActionOption, menu: readonly ChoiceView[]): boolean {
  const isFree = menu.some(({ kind, cost }) => kind !== 'fold' && cost === 0);
  return option.isAllIn === true || (option.kind === 'fold' && isFree);
}

function actionText({ kind }: ChoiceView, values: string[]): string {
  return [kind.replaceAll('_', ' '), ...values].join(' ');
}
