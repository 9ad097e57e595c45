/** The keys of the table: one list, for the keyboard and for the help. */

import type { ActionOption } from './actions';

export type KeyAction =
  | { do: 'act'; option: ActionOption }
  | { do: 'bet' | 'confirm' | 'hold' | 'toActions' }
  | { do: 'speakHand' | 'speakTable' | 'keys' | 'rules' | 'sound' };

export interface KeyBindings {
  /** May single keys act? Enter and Space always may. */
  areOn: boolean;
  options: readonly ActionOption[];
  /** The key of the bet control, if there is one. */
  bet: string | null;
}

type Fixed = Exclude<KeyAction['do'], 'act' | 'bet'>;

/** The keys that always do the same, in the order of the list. */
export const KEYS: readonly { key: string; does: Fixed; isSingle: boolean }[] = [
  { key: 'Enter', does: 'confirm', isSingle: false },
  { key: ' ', does: 'hold', isSingle: false },
  { key: 'A', does: 'toActions', isSingle: true },
  { key: 'H', does: 'speakHand', isSingle: true },
  { key: 'T', does: 'speakTable', isSingle: true },
  { key: 'G', does: 'rules', isSingle: true },
  { key: 'M', does: 'sound', isSingle: true },
  { key: '?', does: 'keys', isSingle: true },
];

/** The action of a key; null in a field, with Ctrl or Alt, and on a control that takes the key. */
export function keyAction(event: KeyboardEvent, bindings: KeyBindings): KeyAction | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return null;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('input, textarea, select, [contenteditable], dialog')) return null;
  const key = event.key.toUpperCase();
  const fixed = KEYS.find((one) => one.key.toUpperCase() === key);
  if (fixed && !fixed.isSingle) return takesKey(target, event.key) ? null : { do: fixed.does };
  if (!bindings.areOn) return null;
  // A key never bets at once: it leads to the amount, which is seen before Enter confirms it.
  if (key === bindings.bet) return { do: 'bet' };
  const option = bindings.options.find((one) => one.key === key);
  if (option) return { do: 'act', option };
  return fixed ? { do: fixed.does } : null;
}

/** Does the control with the focus want the key? A card that is picked leaves Enter to confirm it. */
function takesKey(target: Element | null, key: string): boolean {
  if (key === 'Enter' && target?.closest('[data-card][aria-pressed=true]')) return false;
  return !!target?.closest('button, a, summary');
}
