/* Made by `npm run generate` from docs/api. */

export interface Schemas {
  AccountView: AccountView;
  BotPlan: BotPlan;
  Browser: Browser;
  CardView: CardView;
  ChoiceView: ChoiceView;
  Code: Code;
  CourseView: CourseView;
  Done: Done;
  Entered: Entered;
  EveningView: EveningView;
  EventView: EventView;
  Feat: Feat;
  GameOffer: GameOffer;
  GamePlan: GamePlan;
  GameView: GameView;
  Guest: Guest;
  HandLine: HandLine;
  HandedIn: HandedIn;
  Highlight: Highlight;
  HintView: HintView;
  InvitationView: InvitationView;
  Invited: Invited;
  LeagueLine: LeagueLine;
  LedgerView: LedgerView;
  Link: Link;
  Named: Named;
  NewTable: NewTable;
  Opened: Opened;
  OptionOffer: OptionOffer;
  PlayedGame: PlayedGame;
  PotView: PotView;
  Problem: Problem;
  RecoveryLink: RecoveryLink;
  ReplayView: ReplayView;
  ResultView: ResultView;
  RulesPage: RulesPage;
  SeasonEvening: SeasonEvening;
  SeasonLine: SeasonLine;
  SeasonPlayer: SeasonPlayer;
  SeasonView: SeasonView;
  SeasonWanted: SeasonWanted;
  SeatView: SeatView;
  Secret: Secret;
  Sentence: Sentence;
  Sessions: Sessions;
  StepView: StepView;
  TableLine: TableLine;
  TableView: TableView;
  Transfer: Transfer;
  Visitor: Visitor;
}
/**
 * The account of a person or a bot, in chips: bought, paid out, the stack, and the net.
 *
 *     Chips in a hand in play count as before that hand. `bot`: a bot's strength, null for a person
 *     and for the bank; `is_bank`: it is the bank's, or that of chips that wait in a pot for the next
 *     hand of a game.
 */
export interface AccountView {
  bot?: string | null;
  bought: number;
  guest: string | null;
  is_bank?: boolean;
  name: string;
  net: number;
  paid_out: number;
  stack: number;
}
/**
 * A bot that sits at a new table from the beginning.
 */
export interface BotPlan {
  chair: number;
  strength?: string;
}
/**
 * A browser in which a guest is logged in.
 *
 *     `name` and `system`: what it is, and on what, as far as it says so ("Firefox", "Linux"), else
 *     empty. `made`: when it became the guest's, and `seen`: when it was last used, to the hour, both
 *     in ms since 1970. `is_own`: it is the one that asks.
 */
export interface Browser {
  id: string;
  is_own: boolean;
  made: number;
  name: string;
  seen: number;
  system: string;
}
/**
 * A card: its text (`??` if it is face down), where it lies, and whether it is dead.
 */
export interface CardView {
  card: string;
  dead: boolean;
  zone: string;
}
/**
 * A legal kind of action: see `engine.view.ChoiceView`.
 *
 *     `said` is the game's own name for it, "" for the usual one, and `label` what a button then says,
 *     in the reader's language, with `{n}` for its amount or else its cost. Where several of its
 *     `cards` are picked at once, `least` and `most` say how many; elsewhere these are 0.
 */
export interface ChoiceView {
  cards: string[];
  cost: number;
  counted: boolean;
  each: number;
  highest: number;
  key: string;
  kind: string;
  label?: string | null;
  least?: number;
  lowest: number;
  most?: number;
  said?: string;
  text: Sentence;
}
/**
 * A sentence: its key in the catalogue of words, the values in it, and its text.
 */
export interface Sentence {
  key: string;
  text: string;
  values: {
    [k: string]: unknown;
  };
}
/**
 * A QR code: the path of its dark modules in an SVG whose square is `side` modules wide.
 */
export interface Code {
  path: string;
  side: number;
}
/**
 * Progress of a hand, in steps: see `rules.layout.Course`.
 */
export interface CourseView {
  done: number;
  now: Sentence;
  steps: number;
  then: Sentence[];
}
/**
 * The request was carried out.
 */
export interface Done {
  is_done?: boolean;
}
/**
 * The id of the table that the guest has joined.
 */
export interface Entered {
  table: string;
}
/**
 * An evening at a table: its accounts, the course of their chips, and highlights.
 *
 *     `ledger`: as in `LedgerView`. `hands`: how many were played, and `hands_of` and `won_of`: in how
 *     many of them each account was dealt in, and how many it won. `chart`: numbers of hands, the
 *     first 0, and `lines`: each account's net after them, in chips; of many hands there are some.
 *     `began` and `last`: when the first and the last hand ended (ms since 1970), null before one has.
 *     `next`: the table at which the same people continue.
 */
export interface EveningView {
  began: number | null;
  chart: number[];
  games: PlayedGame[];
  hands: number;
  hands_of: number[];
  highlights: Highlight[];
  host: string;
  is_ended: boolean;
  last: number | null;
  ledger: LedgerView;
  lines: number[][];
  name: string;
  next: string | null;
  table: string;
  won_of: number[];
}
/**
 * A game of an evening, and how many hands of it were played.
 */
export interface PlayedGame {
  hands: number;
  name: string;
  title: string;
}
/**
 * A highlight of an evening, with the number of its hand if it was one.
 *
 *     `kind`: biggest_pot, longest_hand, comeback, or escape_KIND after the kind of its event.
 */
export interface Highlight {
  hand: number | null;
  kind: string;
  said: Sentence;
}
/**
 * The accounts of a table; their nets add up to 0.
 *
 *     `transfers`: who owes whom. Nobody owes a bot anything, nor does a bot: what people have lost to
 *     bots is shared out among those who would be paid.
 */
export interface LedgerView {
  accounts: AccountView[];
  transfers: Transfer[];
}
/**
 * A debt between two accounts, given by their places in the list of accounts.
 */
export interface Transfer {
  chips: number;
  creditor: number;
  debtor: number;
}
/**
 * Something that happened in the hand: see `engine.event.HandEvent`.
 *
 *     `said` is the game's own name for it, "" for the usual one, and `label` what stands at a seat
 *     then, with `{n}` for its chips and `{count}` for its cards.
 */
export interface EventView {
  amount: number;
  card: string | null;
  count: number;
  kind: string;
  label?: string | null;
  said?: string;
  seat: number;
}
/**
 * The winner's escape: an event (`EventView`) that kept a seat in danger in the hand.
 *
 *     `count`: by how many cards, `amount`: for how many chips.
 */
export interface Feat {
  amount: number;
  count: number;
  kind: string;
  seat: number;
}
/**
 * A game that a table can play, and the strengths of its bots.
 *
 *     `family`: the name of all games on one rule page, and `version`: which of them this is. `idea`:
 *     what it is, in a line or two. `minutes`: how long a hand takes, about; 0: not known. `least` and
 *     `most`: the numbers of players. `has_picture`: is there a picture of it? `learned_for`: the
 *     numbers of players that its expert has learned; with another it plays as with the nearest.
 *     `preparing`: it is still being compiled; a table of it waits with its first hand. `behind`: the
 *     games that few know are listed before it.
 */
export interface GameOffer {
  author: string;
  behind?: boolean;
  bots: string[];
  family: string;
  has_picture: boolean;
  idea: string;
  learned_for?: number[];
  least: number;
  minutes: number;
  most: number;
  name: string;
  options: OptionOffer[];
  preparing?: boolean;
  title: string;
  version: string;
}
/**
 * An option of a game: one of the words `values`, or a whole number from `lowest` to `highest`.
 *
 *     Without either it is a text, like a pay table; `help` and the refusal say in which form. `label`
 *     and `labels` name it and its words in the reader's language, where that is not English.
 */
export interface OptionOffer {
  default: number | string;
  help: string;
  highest: number | null;
  label?: string | null;
  labels?: string[] | null;
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
 * A game that the table plays or may play, with the value of every option.
 *
 *     `bank`: the name of the house's seat, null where players play each other; so a client can keep
 *     its place before the first deal. So are `is_ordered`, whether hands have places in an order of
 *     play, `is_sized`, whether players set amounts, `has_board`, whether cards lie for all, and
 *     `may_fold`, whether folding is ever offered.
 */
export interface GameView {
  bank?: string | null;
  has_board?: boolean;
  is_ordered?: boolean;
  is_sized?: boolean;
  may_fold?: boolean;
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
 * A hand that has ended: when (ms since 1970), its game, and every player's net in chips.
 *
 *     `guests`: the public ids of those in its seats, null for a bot. `pot`: the chips that were won,
 *     and `actions`: how many decisions there were; both are 0 in a hand that was called off. `title`:
 *     the game's.
 */
export interface HandLine {
  actions: number;
  at: number;
  feats: Feat[];
  game: string;
  guests: (string | null)[];
  hand: number;
  is_void: boolean;
  names: string[];
  nets: number[];
  pot: number;
  title: string;
}
/**
 * A hand as the text of a `.phh`, and the viewing seat; null for the rail.
 */
export interface HandedIn {
  history: string;
  seat?: number | null;
}
/**
 * A sentence for a first hand, and what it is tied to: see `engine.first_hand`.
 */
export interface HintView {
  name: string;
  text: string;
  when: string;
  whom: string;
}
/**
 * The table behind an invitation: its name, host and games, and the people there.
 */
export interface InvitationView {
  bots: number;
  games: GameView[];
  host: string;
  is_closed: boolean;
  name: string;
  people: string[];
}
/**
 * The token of an invitation.
 */
export interface Invited {
  invitation: string;
}
/**
 * A line of a league table: evenings, those at which nobody had more, hands, and the net.
 */
export interface LeagueLine {
  evenings: number;
  guest: string;
  hands: number;
  name: string;
  net: number;
  won: number;
}
/**
 * A link, also as a QR code; its token is the part behind the #.
 */
export interface Link {
  code: Code;
  link: string;
}
/**
 * The name that a guest wants.
 */
export interface Named {
  name: string;
}
/**
 * A table that a guest opens: its rules, its name, and the bots that sit from the beginning.
 */
export interface NewTable {
  automatic?: boolean;
  bot_pace?: number;
  bots?: BotPlan[];
  chairs?: number;
  coach?: boolean;
  dealers_choice?: boolean;
  /**
   * @minItems 1
   * @maxItems 64
   */
  games: GamePlan[];
  least?: number;
  most?: number;
  name?: string;
  pause?: number;
  public?: boolean;
  rabbit?: boolean;
  time_bank?: number;
  turn?: number;
}
/**
 * The id of a new table, and an invitation to it as a link and as a QR code.
 */
export interface Opened {
  code: Code;
  link: string;
  table: string;
}
/**
 * A pot, and the seats that can win it.
 */
export interface PotView {
  amount: number;
  seats: number[];
}
/**
 * The reason why a request was refused.
 */
export interface Problem {
  reason: Sentence;
}
/**
 * A recovery link that is valid: when it was made, and when it expires, in ms since 1970.
 */
export interface RecoveryLink {
  expires: number;
  id: string;
  made: number;
}
/**
 * A hand, replayed step by step, as one viewer knows it.
 *
 *     `seat`: the viewer's, null for the rail; `seats`: those as which this history can be seen,
 *     because it names their cards. `is_void`: the hand was called off.
 */
export interface ReplayView {
  game: string;
  is_void: boolean;
  names: string[];
  seat: number | null;
  seats: number[];
  steps: StepView[];
  title: string;
}
/**
 * A moment of a replayed hand: after the deal, or after an action.
 *
 *     `seat` and `action`: who has just done what, null for the deal. `view`: the table then, its
 *     `events` those of this step. `shares`: each seat's share of the pot, sampled from random deals,
 *     if from here on all stay in and buy the most; null where there are none.
 */
export interface StepView {
  action: string | null;
  said: Sentence[];
  seat: number | null;
  shares: number[] | null;
  view: TableView;
}
/**
 * The hand as a viewer sees it: see `engine.view.TableView`.
 *
 *     `asked`: the seats that decide at the same time, none where one acts after the other. Nobody is
 *     sent a sign of who has decided before all have: `to_act` is then the viewer's own seat until
 *     they have decided, and else the first of the others; `decided` is what they have decided.
 */
export interface TableView {
  asked?: number[];
  board: CardView[];
  course?: CourseView | null;
  decided?: Sentence | null;
  decision: number;
  events: EventView[];
  facts: {
    [k: string]: number | Sentence;
  };
  game: string;
  hand: number;
  kept?: {
    [k: string]: number | string | (number | string)[];
  } | null;
  menu: ChoiceView[];
  pots: PotView[];
  result: ResultView[];
  seat: number | null;
  seats: SeatView[];
  title: string;
  to_act: number | null;
  to_come?: number;
  version: number;
}
/**
 * A seat's winnings from the pots, and its net in this hand, in chips.
 */
export interface ResultView {
  net: number;
  seat: number;
  won: number;
}
/**
 * One seat of the hand: see `engine.view.SeatView`.
 */
export interface SeatView {
  best: string[];
  bet: number;
  cards: CardView[];
  hand: Sentence | null;
  marks: string[];
  name: string;
  paid: number;
  place: number | null;
  stack: number;
  status: string;
}
/**
 * The rule page of a game as HTML that has only text, lists, tables, links and drawings.
 *
 *     `first_hand`: what it says while somebody plays the game for the first time.
 */
export interface RulesPage {
  first_hand: HintView[];
  html: string;
  title: string;
}
/**
 * An evening of a season: when its last hand ended (ms since 1970), and its players.
 */
export interface SeasonEvening {
  at: number;
  hands: number;
  name: string;
  players: SeasonPlayer[];
  table: string;
}
/**
 * A person's or a bot's part in an evening of a season.
 */
export interface SeasonPlayer {
  guest: string | null;
  hands: number;
  name: string;
  net: number;
}
/**
 * A season in a list.
 */
export interface SeasonLine {
  evenings: number;
  host: string;
  id: string;
  name: string;
}
/**
 * A season: evenings of the same people, the last one first, and its league table.
 *
 *     `host`: the guest who made it, and may add evenings and take them out.
 */
export interface SeasonView {
  evenings: SeasonEvening[];
  host: string;
  id: string;
  league: LeagueLine[];
  name: string;
}
/**
 * The season to which an evening is added: its id, or null for a new one with this name.
 */
export interface SeasonWanted {
  name?: string;
  season?: string | null;
}
/**
 * The token of a recovery link.
 */
export interface Secret {
  token: string;
}
/**
 * The browsers in which a guest is logged in, and their recovery links.
 */
export interface Sessions {
  browsers: Browser[];
  links: RecoveryLink[];
}
/**
 * A table in a list.
 *
 *     `chairs`: how many it has, and `taken`: how many of them are. `people`: connected guests.
 *     `phase` as in `RoomView`. `least` and `most`: the bounds of a buy-in, in chips.
 */
export interface TableLine {
  chairs: number;
  games: GameView[];
  least: number;
  most: number;
  name: string;
  people: number;
  phase: string;
  table: string;
  taken: number;
}
/**
 * The guest of this browser, or null if it has none.
 */
export interface Visitor {
  guest: Guest | null;
}
