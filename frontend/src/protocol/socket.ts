/* Made by `npm run generate` from docs/api. */

export interface Schemas {
  Ack: Ack;
  Act: Act;
  Advice: Advice;
  Advise: Advise;
  BuyIn: BuyIn;
  CardSeen: CardSeen;
  ChairSeen: ChairSeen;
  Chance: Chance;
  ChangeGame: ChangeGame;
  Chat: Chat;
  ChatLine: ChatLine;
  ChatLines: ChatLines;
  ChoiceSeen: ChoiceSeen;
  Choose: Choose;
  ClockSeen: ClockSeen;
  ComeBack: ComeBack;
  End: End;
  EventSeen: EventSeen;
  GamePlan: GamePlan;
  GameSeen: GameSeen;
  Goodbye: Goodbye;
  Hello: Hello;
  Leave: Leave;
  Muck: Muck;
  Mute: Mute;
  Notice: Notice;
  PassHost: PassHost;
  Pause: Pause;
  Person: Person;
  PotSeen: PotSeen;
  Presence: Presence;
  Price: Price;
  React: React;
  Ready: Ready;
  Refusal: Refusal;
  Remove: Remove;
  ResultSeen: ResultSeen;
  RoomSeen: RoomSeen;
  RulesSeen: RulesSeen;
  Said: Said;
  SeatBot: SeatBot;
  SeatSeen: SeatSeen;
  Show: Show;
  Sit: Sit;
  SitOut: SitOut;
  TableSeen: TableSeen;
  View: View;
  VoidHand: VoidHand;
  Welcome: Welcome;
  Worth: Worth;
}
/**
 * Done, and on the disk: by the entry of the log, or the line of chat, that has this number.
 */
export interface Ack {
  id: string;
  type: 'ack';
  version: number;
}
/**
 * Answer a decision of a hand, in action text: "fold", "buy 2", "raise to 40".
 */
export interface Act {
  action: string;
  decision: number;
  hand: number;
  id: string;
  type: 'act';
}
/**
 * The answer to `Advise`: what may be known of one's choices, and what is made of it.
 *
 *     `choices` is empty where none has a value, because players bet against each other; `chances` are
 *     there instead, against random hands if all stay in, and the `price` of a call. `escape`: the
 *     chances to have the better hand within one card more, two, and so on, in games where that is the
 *     question. `method`: exact, estimate or sampled; `error` is, in chips, the standard error of
 *     sampled values, and what exact ones may be off, or the standard error of chances. `told` says it
 *     all in sentences.
 */
export interface Advice {
  chances?: Chance[];
  choices: Worth[];
  decision: number;
  error: number;
  escape: number[];
  hand: number;
  id: string;
  method: string;
  price?: Price | null;
  told: Said[];
  type: 'advice';
}
/**
 * A choice by which one stays in, and how often it wins all or a part (a tie, a side pot).
 */
export interface Chance {
  action: string;
  tie: number;
  win: number;
}
/**
 * A choice in action text, and what it brings from now on, in chips, net, on average.
 */
export interface Worth {
  action: string;
  value: number;
}
/**
 * What it costs to stay in, in chips, and how often that has to win to pay: the pot odds.
 */
export interface Price {
  cost: number;
  needs: number;
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
 * Ask what each choice of one's turn is worth; the answer is an `Advice`, for oneself alone.
 */
export interface Advise {
  decision: number;
  hand: number;
  id: string;
  type: 'advise';
}
/**
 * Buy more chips; in the middle of a hand they come when it is over.
 */
export interface BuyIn {
  chips: number;
  id: string;
  type: 'buy_in';
}
/**
 * A card: its text, `??` when it lies face down, where it lies, and is it dead?
 */
export interface CardSeen {
  card: string;
  dead: boolean;
  zone: string;
}
/**
 * Who sits in a chair.
 *
 *     `guest` is a person's public id and `bot` a bot's strength: one of them is None. `stack` is what
 *     he has between hands (within a hand look at its seat), `coming` what he has bought and gets when
 *     the hand is over. `status`: in, out (sits out), leaving (gone, and paid out when the hand is
 *     over). `bank` is what is left of his time bank. `seat` is his place in the hand, if he has one.
 */
export interface ChairSeen {
  bank: number;
  bot: string | null;
  chair: number;
  coming: number;
  guest: string | null;
  is_ready: boolean;
  name: string;
  seat: number | null;
  stack: number;
  status: string;
}
/**
 * The host changes what is played, from the next hand on.
 */
export interface ChangeGame {
  dealers_choice?: boolean;
  /**
   * @minItems 1
   * @maxItems 64
   */
  games: GamePlan[];
  id: string;
  type: 'change_game';
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
 * Say something.
 */
export interface Chat {
  id: string;
  text: string;
  type: 'chat';
}
/**
 * Something that a person said or showed. `number` counts the lines of a table.
 */
export interface ChatLine {
  at: number;
  guest: string;
  name: string;
  number: number;
  reaction?: string | null;
  text?: string | null;
}
/**
 * The stream of chat; at first the last lines of it.
 */
export interface ChatLines {
  lines: ChatLine[];
  table: string;
  type: 'chat_lines';
}
/**
 * A legal kind of action: see `games.view.ChoiceView`.
 */
export interface ChoiceSeen {
  cards: string[];
  cost: number;
  counted: boolean;
  each: number;
  highest: number;
  key: string;
  kind: string;
  lowest: number;
  text: Said;
}
/**
 * The dealer names the next game (D1), by its place in the host's list.
 */
export interface Choose {
  game: number;
  id: string;
  type: 'choose';
}
/**
 * A running clock: whose, when it began, from when on it draws on the bank, when it is up.
 *
 *     `kind`: turn, or choice (of the next game).
 */
export interface ClockSeen {
  bank_from: number;
  began: number;
  chair: number;
  kind: string;
  until: number;
}
/**
 * Get hands dealt again.
 */
export interface ComeBack {
  id: string;
  type: 'come_back';
}
/**
 * The host ends the table: a hand in play is called off, everybody is paid out.
 */
export interface End {
  id: string;
  type: 'end';
}
/**
 * Something that happened in the hand: see `games.event.Event`.
 */
export interface EventSeen {
  amount: number;
  card: string | null;
  count: number;
  kind: string;
  seat: number;
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
 * The last message of a socket, and why: removed, ended, slow, protocol.
 */
export interface Goodbye {
  reason: string;
  said: Said;
  type: 'goodbye';
}
/**
 * The first message of a socket: which version the client speaks, and which table it wants.
 *
 *     `since`: the last version of the table that the client has seen, after a lost connection.
 */
export interface Hello {
  protocol: number;
  since?: number | null;
  table: string;
  type: 'hello';
}
/**
 * Leave the chair and be paid out, when the hand is over if there is one.
 */
export interface Leave {
  id: string;
  type: 'leave';
}
/**
 * Do not show them.
 */
export interface Muck {
  hand: number;
  id: string;
  type: 'muck';
}
/**
 * The host takes the word from a guest, or gives it back.
 */
export interface Mute {
  guest: string;
  id: string;
  is_muted?: boolean;
  type: 'mute';
}
/**
 * The room says something that is no part of the table: it cannot write, it is back.
 */
export interface Notice {
  said: Said;
  table: string;
  type: 'notice';
}
/**
 * The host makes another person host.
 */
export interface PassHost {
  guest: string;
  id: string;
  type: 'pass_host';
}
/**
 * The host stops dealing and the clock, or goes on.
 */
export interface Pause {
  id: string;
  is_paused?: boolean;
  type: 'pause';
}
/**
 * A guest at a table: the public id, and what he is called here.
 */
export interface Person {
  guest: string;
  name: string;
}
/**
 * A pot, and the seats that can win it.
 */
export interface PotSeen {
  amount: number;
  seats: number[];
}
/**
 * Who is connected, and how many look on without a name.
 */
export interface Presence {
  here: Person[];
  onlookers: number;
  table: string;
  type: 'presence';
}
/**
 * Show one of `REACTIONS`.
 */
export interface React {
  id: string;
  reaction: string;
  type: 'react';
}
/**
 * Where hands do not come by themselves: deal me the next one (or rather not yet).
 */
export interface Ready {
  id: string;
  is_ready?: boolean;
  type: 'ready';
}
/**
 * Not done, and why; `menu` is what may be done instead, where one is to act.
 */
export interface Refusal {
  id: string;
  menu?: ChoiceSeen[];
  reason: Said;
  type: 'refusal';
}
/**
 * The host sends whoever sits in a chair away, paid out as if he had left.
 *
 *     A person may not come back to this table; `guest` instead of `chair` is for those on the rail.
 */
export interface Remove {
  chair?: number | null;
  guest?: string | null;
  id: string;
  type: 'remove';
}
/**
 * What a seat took out of the pots, and its net in this hand.
 */
export interface ResultSeen {
  net: number;
  seat: number;
  won: number;
}
/**
 * The table as a piece of furniture, the same for everybody who looks.
 *
 *     `phase`: waiting (for players, or for somebody to be there), choosing (the dealer names the next
 *     game), playing, pause (after a hand), paused (by the host), ended. `game` is what is played or
 *     was last; `next_hand` says when the next hand is dealt. `may_show` is the chair that won unseen
 *     and has not said yet what he does with his cards; `shown`: by chair the cards that were shown
 *     after the hand, none if they were mucked. `choices`: while the dealer names a game those that
 *     can be dealt, by their places in the rules.
 */
export interface RoomSeen {
  button: number | null;
  chairs: ChairSeen[];
  choices: number[];
  clock: ClockSeen | null;
  game: GameSeen | null;
  hand: number;
  host: string;
  may_show: number | null;
  muted: string[];
  name: string;
  next_hand: number | null;
  phase: string;
  rules: RulesSeen;
  shown: {
    [k: string]: string[];
  };
}
/**
 * What the host has set: see `messages.NewTable`.
 */
export interface RulesSeen {
  automatic: boolean;
  bank: number;
  chairs: number;
  coach: boolean;
  dealers_choice: boolean;
  games: GameSeen[];
  least: number;
  most: number;
  pause: number;
  public: boolean;
  turn: number;
}
/**
 * The host seats a bot; it buys in by itself.
 */
export interface SeatBot {
  chair: number;
  id: string;
  strength?: string;
  type: 'seat_bot';
}
/**
 * One seat of the hand: see `games.view.SeatView`.
 */
export interface SeatSeen {
  best: string[];
  bet: number;
  cards: CardSeen[];
  hand: Said | null;
  marks: string[];
  name: string;
  paid: number;
  place: number | null;
  stack: number;
  status: string;
}
/**
 * Show the cards with which one has won unseen.
 */
export interface Show {
  hand: number;
  id: string;
  type: 'show';
}
/**
 * Take a free chair and buy in for so many chips.
 */
export interface Sit {
  chair: number;
  chips: number;
  id: string;
  type: 'sit';
}
/**
 * Get no more hands dealt, and keep the chair.
 */
export interface SitOut {
  id: string;
  type: 'sit_out';
}
/**
 * The JSON of a `TableView`: all that a face, a bot or a person is shown of a hand.
 */
export interface TableSeen {
  board: CardSeen[];
  decision: number;
  events: EventSeen[];
  facts: {
    [k: string]: number | Said;
  };
  game: string;
  hand: number;
  menu: ChoiceSeen[];
  pots: PotSeen[];
  result: ResultSeen[];
  seat: number | null;
  seats: SeatSeen[];
  title: string;
  to_act: number | null;
  version: number;
}
/**
 * All that one may see, after every change.
 *
 *     `version` grows with every entry of the table's log. `hand` is None before the first hand.
 *     `told` is what has just happened, in sentences; where `is_whole`, after a gap, it is all that
 *     was said in this hand. `now` is the time of the server, for clocks.
 */
export interface View {
  chair: number | null;
  hand: TableSeen | null;
  is_whole: boolean;
  now: number;
  room: RoomSeen;
  table: string;
  told: Said[];
  type: 'view';
  version: number;
}
/**
 * The host calls the hand off: everybody has the chips back with which he began it.
 */
export interface VoidHand {
  hand: number;
  id: string;
  type: 'void_hand';
}
/**
 * The answer to `Hello`: who one is here. A `View`, `Presence` and the chat follow.
 */
export interface Welcome {
  chair: number | null;
  guest: string | null;
  name: string | null;
  now: number;
  protocol: number;
  table: string;
  type: 'welcome';
}
export type FromClient = Hello | Sit | BuyIn | Act | Advise | Ready | Choose | Show | Muck | SitOut | ComeBack | Leave | Chat | React | Pause | Remove | Mute | SeatBot | ChangeGame | VoidHand | PassHost | End;
export type FromServer = Welcome | View | Ack | Refusal | Advice | ChatLines | Presence | Notice | Goodbye;
