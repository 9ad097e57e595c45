const SHIELD = 'M12 2.8l7.7 3v5.6c0 4.5-3.1 8.1-7.7 9.8-4.6-1.7-7.7-5.3-7.7-9.8V5.8z';

/** The icons of the table: paths in a box of 24 by 24. */
export const ICONS = {
  menu: 'M4 6h16M4 12h16M4 18h16',
  rules:
    'M21.5 12a9.5 9.5 0 1 1-19 0 9.5 9.5 0 0 1 19 0M9.3 9.2a2.8 2.8 0 1 1 4 2.7c-.9.5-1.3 1-1.3 2M12 17.3v.1',
  chat: 'M4 5h16v11H11l-5 4v-4H4z',
  sound: 'M4 10v4h4l5 4V6L8 10zM16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11',
  silent: 'M4 10v4h4l5 4V6L8 10zM16.5 9.5l5 5M21.5 9.5l-5 5',
  target: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0M15.5 12a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0',
  close: 'M5 5l14 14M19 5L5 19',
  fair: `${SHIELD}M8.3 11.8l2.7 2.7 4.8-5.2`,
  fairDue: `${SHIELD}M8.4 12v.1M12 12v.1M15.6 12v.1`,
  fairOpen: `${SHIELD}M8.5 12h7`,
  fairUnknown: `${SHIELD}M9.8 9.6a2.3 2.3 0 1 1 3.3 2.2c-.8.4-1.1.8-1.1 1.6M12 16.3v.1`,
  unfair: `${SHIELD}M12 7.8v5M12 16v.1`,
} as const;
export type Icon = keyof typeof ICONS;
