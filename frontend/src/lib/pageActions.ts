/** What the house around a table does for it: `<Table {session} {house} />`. */

export interface House {
  /** Ask how many chips to sit down with in a chair (any free one if none is named), and sit. */
  sit(chair?: number): void;
  /** Ask how many chips more, and buy them. */
  buy(): void;
  /** Show a link to this table, to be sent to others. */
  invite(): void;
  /** Show the rules of a game, by its name. */
  rules(game: string): void;
  /** Show what can be set in this browser. */
  settings(): void;
  /** Go to the front page. The chair is kept. */
  away(): void;
}
