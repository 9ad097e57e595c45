/** What chips stand for at a table, such as euros or biscuits. */

import type { LedgerView } from '../protocol/http';
import { locale } from './words';

type Worth = NonNullable<LedgerView['worth']>;

const FORMAT: Intl.NumberFormatOptions = { maximumFractionDigits: 2 };

/** " (3.20 euros)": so many chips in what they stand for; empty where they stand for nothing. */
export function worthText(chips: number, worth: Worth | null | undefined): string {
  if (!worth) return '';
  const amount = chips / (worth.chips ?? 1);
  return ` (${amount.toLocaleString(locale(), FORMAT)} ${worth.name})`;
}
