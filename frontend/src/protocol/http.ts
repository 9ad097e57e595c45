/* Made by `npm run generate` from docs/api. */

export interface Schemas {
  AccountSeen: AccountSeen;
  BotPlan: BotPlan;
  Code: Code;
  Done: Done;
  Entered: Entered;
  GameOffer: GameOffer;
  GamePlan: GamePlan;
  GameSeen: GameSeen;
  Guest: Guest;
  HandLine: HandLine;
  Invited: Invited;
  LedgerSeen: LedgerSeen;
  Link: Link;
  Named: Named;
  NewTable: NewTable;
  Opened: Opened;
  OptionOffer: OptionOffer;
  Problem: Problem;
  RulesPage: RulesPage;
  Said: Said;
  Secret: Secret;
  TableLine: TableLine;
  Transfer: Transfer;
  Visitor: Visitor;
}
/**
 * What somebody has bought in for and been paid out, what he has before him, and his net.
 *
 *     Chips in a hand that is played count as before that hand.
 */
export interface AccountSeen {
  bought: number;
  guest: string | null;
  name: string;
  net: number;
  paid_out: number;
  stack: number;
}
/**
 * A bot that sits at the table from the beginning.
 */
export interface BotPlan {
  chair: number;
  strength?: string;
}
/**
 * A QR code: the path of its dark modules in an SVG whose square is `side` modules wide.
 */
export interface Code {
  path: string;
  side: number;
}
/**
 * It is done.
 */
export interface Done {
  is_done?: boolean;
}
/**
 * The table to which one has come.
 */
export interface Entered {
  table: string;
}
/**
 * A game that a table can play, and the strengths of its bots.
 *
 *     `family`: what the games on one rule page are called together, and `version` which of them it
 *     is. `idea`: what it is, in a line or two. `minutes` that a hand takes, about; 0: not known.
 *     `has_picture`: has somebody drawn it?
 */
export interface GameOffer {
  author: string;
  bots: string[];
  family: string;
  has_picture: boolean;
  idea: string;
  least: number;
  minutes: number;
  most: number;
  name: string;
  options: OptionOffer[];
  title: string;
  version: string;
}
/**
 * An option of a game: a word of `values`, or a whole number from `lowest` to `highest`.
 *
 *     Without either it is a text, like a pay table; `help` and the refusal say of which form.
 */
export interface OptionOffer {
  default: number | string;
  help: string;
  highest: number | null;
  lowest: number | null;
  name: string;
  values: string[] | null;
}
/**
 * A game by its name, and the options that differ from its defaults.
 */
export interface GamePlan {
  name: string;
  options?: {
    [k: string]: number | string;
  };
}
/**
 * A game that the table plays or may play, every option with its value.
 */
export interface GameSeen {
  name: string;
  options: {
    [k: string]: number | string;
  };
  title: string;
}
/**
 * A person: the public id, and the name.
 */
export interface Guest {
  id: string;
  name: string;
}
/**
 * A hand that has ended: when, which game, what everybody made of it, in chips, net.
 */
export interface HandLine {
  at: number;
  game: string;
  hand: number;
  is_void: boolean;
  names: string[];
  nets: number[];
}
/**
 * The token of an invitation.
 */
export interface Invited {
  invitation: string;
}
/**
 * The accounts of a table; their nets add up to 0.
 */
export interface LedgerSeen {
  accounts: AccountSeen[];
  transfers: Transfer[];
}
/**
 * Who owes whom how much, by their places in the list of accounts.
 */
export interface Transfer {
  chips: number;
  creditor: number;
  debtor: number;
}
/**
 * A link that one can be given, as text and as a picture; its token stands behind the #.
 */
export interface Link {
  code: Code;
  link: string;
}
/**
 * What a guest wants to be called.
 */
export interface Named {
  name: string;
}
/**
 * What the host of a new table says.
 *
 *     `games`: one, or the dealer's choice among several (D1). `least` and `most`: chips that one buys
 *     in for; a stack may be topped up to `most`. None: 40 and 200 times the largest price of the
 *     games. `turn`, `bank`, `pause`: seconds of the clock of a turn, of the time bank that each
 *     person has, and between a showdown and the next hand. `automatic`: hands come by themselves;
 *     otherwise when all are ready. `public`: listed in the lobby and open to everybody; otherwise by
 *     invitation. `bot_pace`: milliseconds that the others get to read a bot's move. `coach`: people
 *     may ask what their choices are worth.
 */
export interface NewTable {
  automatic?: boolean;
  bank?: number;
  bot_pace?: number;
  bots?: BotPlan[];
  chairs?: number | null;
  coach?: boolean;
  dealers_choice?: boolean;
  /**
   * @minItems 1
   * @maxItems 64
   */
  games: GamePlan[];
  least?: number | null;
  most?: number | null;
  name?: string;
  pause?: number;
  public?: boolean;
  turn?: number;
}
/**
 * A new table, and a link for those who are to come, as text and as a picture.
 */
export interface Opened {
  code: Code;
  link: string;
  table: string;
}
/**
 * Why something was not done.
 */
export interface Problem {
  reason: Said;
}
/**
 * A sentence: its key in the catalogue, the values in it, and the words.
 */
export interface Said {
  key: string;
  text: string;
  values: {
    [k: string]: unknown;
  };
}
/**
 * The rule page of a game as HTML in which nothing but text, lists, tables and links stands.
 */
export interface RulesPage {
  html: string;
  title: string;
}
/**
 * The token of a recovery link.
 */
export interface Secret {
  token: string;
}
/**
 * A table in a list.
 */
export interface TableLine {
  chairs: number;
  games: GameSeen[];
  least: number;
  most: number;
  name: string;
  people: number;
  phase: string;
  table: string;
  taken: number;
}
/**
 * Whoever uses this browser: a guest, or nobody yet.
 */
export interface Visitor {
  guest: Guest | null;
}
