/** What a key at the table means. */

import type { Option } from './actions';

export type KeyAction =
  | { do: 'act'; option: Option }
  | { do: 'bet' | 'confirm' | 'hold' | 'toActions' }
  | { do: 'speakHand' | 'speakTable' | 'rules' | 'sound' };

export interface Keyboard {
  /** May single keys act? Enter and Space always may. */
  areOn: boolean;
  options: readonly Option[];
  /** The key of the bet control, where there is one. */
  bet: string | null;
}

const ALWAYS: Record<string, KeyAction> = {
  A: { do: 'toActions' },
  H: { do: 'speakHand' },
  T: { do: 'speakTable' },
  M: { do: 'sound' },
  '?': { do: 'rules' },
};

/** Null where it means nothing: in a field, with Ctrl or Alt, on a control that takes the key itself. */
export function meaning(event: KeyboardEvent, keyboard: Keyboard): KeyAction | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return null;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('input, textarea, select, [contenteditable], dialog')) return null;
  const isOnControl = !!target?.closest('button, a, summary');
  if (event.key === 'Enter') return isOnControl ? null : { do: 'confirm' };
  if (event.key === ' ') return isOnControl ? null : { do: 'hold' };
  if (!keyboard.areOn) return null;
  const key = event.key.toUpperCase();
  const option = keyboard.options.find((one) => one.key === key);
  if (option) return { do: 'act', option };
  if (key === keyboard.bet) return { do: 'bet' };
  return ALWAYS[key] ?? null;
}
