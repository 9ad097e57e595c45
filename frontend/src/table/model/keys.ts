/** What a key does at the table. */

import type { ActionOption } from './actions';

export type KeyAction =
  | { do: 'act'; option: ActionOption }
  | { do: 'bet' | 'confirm' | 'hold' | 'toActions' }
  | { do: 'speakHand' | 'speakTable' | 'rules' | 'sound' };

export interface KeyBindings {
  /** May single keys act? Enter and Space always may. */
  areOn: boolean;
  options: readonly ActionOption[];
  /** The key of the bet control, if there is one. */
  bet: string | null;
}

const FIXED: Record<string, KeyAction> = {
  A: { do: 'toActions' },
  H: { do: 'speakHand' },
  T: { do: 'speakTable' },
  M: { do: 'sound' },
  '?': { do: 'rules' },
};

/** The action of a key; null in a field, with Ctrl or Alt, and on a control that takes the key. */
export function keyAction(event: KeyboardEvent, bindings: KeyBindings): KeyAction | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return null;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('input, textarea, select, [contenteditable], dialog')) return null;
  const isOnControl = !!target?.closest('button, a, summary');
  if (event.key === 'Enter') return isOnControl ? null : { do: 'confirm' };
  if (event.key === ' ') return isOnControl ? null : { do: 'hold' };
  if (!bindings.areOn) return null;
  const key = event.key.toUpperCase();
  const option = bindings.options.find((one) => one.key === key);
  if (option) return { do: 'act', option };
  if (key === bindings.bet) return { do: 'bet' };
  return FIXED[key] ?? null;
}
