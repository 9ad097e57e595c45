/** Actions that the page around a table offers it: `<Table {session} {page} />`. */

export interface PageActions {
  /** Ask how many chips to sit down with on a chair (any free one if none is named), and sit. */
  sit(chair?: number): void;
  /** Ask how many chips to buy, and buy them. */
  buy(): void;
  /** Show a link to this table for inviting others. */
  invite(): void;
  /** Show the rules of a game, by its name. */
  rules(game: string): void;
  /** Show the settings of this browser. */
  settings(): void;
  /** Go to the front page. The chair is kept. */
  away(): void;
}
