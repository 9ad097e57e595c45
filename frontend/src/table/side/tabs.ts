/** The tabs beside the table. */
export const TABS = ['hand', 'chat', 'people', 'ledger'] as const;
export type Tab = (typeof TABS)[number];
