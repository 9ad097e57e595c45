/* Made by `npm run generate` from docs/api. */

export interface Schemas {
  Ack: Ack;
  Act: Act;
  ActionValue: ActionValue;
  Admit: Admit;
  Advice: Advice;
  Advise: Advise;
  Analysis: Analysis;
  Bank: Bank;
  BuyIn: BuyIn;
  CardView: CardView;
  ChairView: ChairView;
  Chance: Chance;
  ChangeGame: ChangeGame;
  Chat: Chat;
  ChatLine: ChatLine;
  ChatLines: ChatLines;
  ChoiceView: ChoiceView;
  Choose: Choose;
  ClockView: ClockView;
  Close: Close;
  ComeBack: ComeBack;
  Commitment: Commitment;
  Control: Control;
  CourseView: CourseView;
  Cut: Cut;
  End: End;
  EventView: EventView;
  GamePlan: GamePlan;
  GameView: GameView;
  Goodbye: Goodbye;
  Hello: Hello;
  Hold: Hold;
  HoldView: HoldView;
  Leave: Leave;
  Muck: Muck;
  Mute: Mute;
  Notice: Notice;
  PassHost: PassHost;
  Pause: Pause;
  Person: Person;
  Pledge: Pledge;
  PotView: PotView;
  Presence: Presence;
  Price: Price;
  Proof: Proof;
  Rabbit: Rabbit;
  React: React;
  Ready: Ready;
  Refusal: Refusal;
  Remove: Remove;
  RemovedView: RemovedView;
  ResultView: ResultView;
  Reveal: Reveal;
  RoomView: RoomView;
  SeatBot: SeatBot;
  SeatView: SeatView;
  Sentence: Sentence;
  Show: Show;
  Sit: Sit;
  SitOut: SitOut;
  TableRules: TableRules;
  TableView: TableView;
  View: View;
  VoidHand: VoidHand;
  Welcome: Welcome;
}
/**
 * The command is done and stored, as the event of the log or line of chat with this number.
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
 * A choice, as it is typed, and its value: the expected net from now on, in chips.
 *
 *     `error`: the standard error, or the most that an exact value may be off. `digits`: the decimals
 *     that the error allows to show. Where values come from a learned strategy or a rule of thumb,
 *     `share` is how often it makes this choice, and `behind` how much less the choice brings than
 *     the best one on the same deals, with the standard error of that, `behind_error`.
 */
export interface ActionValue {
  action: string;
  behind?: number;
  behind_error?: number;
  digits: number;
  error?: number;
  share?: number | null;
  value: number;
}
/**
 * The host lets a guest in who was removed, or who knocks at a table that is closed.
 */
export interface Admit {
  guest: string;
  id: string;
  type: 'admit';
}
/**
 * The answer to `Advise`: the analysis of the decision, and the same in sentences.
 */
export interface Advice {
  analysis: Analysis;
  decision: number;
  hand: number;
  id: string;
  said: Sentence[];
  type: 'advice';
}
/**
 * The value of each choice of the seat to act, from what it may know.
 *
 *     `choices` is empty where no choice has a value, because players bet against each other and no
 *     strategy is known; then there are `chances` against random hands of `others`, if all stay in,
 *     and the `price` of a call. `method`: exact, estimate, sampled, or played: everybody plays as a
 *     learned strategy, in so many `samples`; or judged: by a rule of thumb. `advice` is the best
 *     choice, or of those that may be as good the one that the strategy prefers. `trained_for`: the
 *     players that the strategy was trained for, where the hand has another number. `is_without_past`:
 *     the actions of the others before are not known.
 *
 *     By game: `cards` are the seat's, where all hands lie open; `escape`, the probabilities of having
 *     the better hand within one more card, two, and so on; `is_short`: a stack too short to solve the
 *     position; `bank`.
 */
export interface Analysis {
  advice?: string | null;
  bank?: Bank | null;
  cards?: string[];
  chances?: Chance[];
  choices: ActionValue[];
  escape?: number[];
  is_short?: boolean;
  is_without_past?: boolean;
  method: 'estimate' | 'exact' | 'judged' | 'played' | 'sampled';
  others?: number;
  pot: number;
  price?: Price | null;
  samples?: number;
  seat: number;
  trained_for?: number | null;
}
/**
 * The bank in casino Ricochet, and three more cards against it.
 *
 *     `ahead`: the probability that they are enough to lead; `bonus`: their mean bonus, in chips.
 */
export interface Bank {
  ahead: number;
  bonus: number;
  is_in: boolean;
}
/**
 * A choice that stays in: the probabilities to win all, and to win a part (tie, side pot).
 *
 *     `error`: the standard error, a tie counted half. `digits`: the decimals of a percentage that it
 *     allows to show.
 */
export interface Chance {
  action: string;
  digits: number;
  error?: number;
  tie: number;
  win: number;
}
/**
 * The cost of staying in, in chips, and the probability to win from which it pays: pot odds.
 */
export interface Price {
  cost: number;
  needs: number;
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
 * Ask the coach for the value of each choice of one's turn; the answer is an `Advice`.
 */
export interface Advise {
  decision: number;
  hand: number;
  id: string;
  type: 'advise';
}
/**
 * Buy more chips; in the middle of a hand they are added when it is over.
 */
export interface BuyIn {
  chips: number;
  id: string;
  type: 'buy_in';
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
 * A taken chair.
 *
 *     `guest` is a person's public id and `bot` a bot's strength: one of them is None. `stack` is what
 *     they have between hands (within a hand, see its seat), `pending_chips` what they have bought and
 *     get when the hand is over. `status`: in, out (sits out), leaving (has left, and is paid out when
 *     the hand is over). `time_bank`: the milliseconds left of their time bank. `seat`: their seat in
 *     the hand, if they have one.
 */
export interface ChairView {
  bot: string | null;
  chair: number;
  guest: string | null;
  is_ready: boolean;
  name: string;
  pending_chips: number;
  seat: number | null;
  stack: number;
  status: string;
  time_bank: number;
}
/**
 * The host changes the game, from the next hand on.
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
 * A line of chat: a text, or a reaction. `number` counts the lines of a table.
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
 * New lines of chat; the first such message has the last lines so far.
 */
export interface ChatLines {
  lines: ChatLine[];
  table: string;
  type: 'chat_lines';
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
 * The dealer names the next game (D1), by its place in the host's list.
 */
export interface Choose {
  game: number;
  id: string;
  type: 'choose';
}
/**
 * A running clock: its chair, when it began, when it starts to draw on the time bank, its end.
 *
 *     `kind`: turn, or choice (of the next game). `chairs`: those that it runs for together, of which
 *     `chair` is the first; none where it runs for one.
 */
export interface ClockView {
  began: number;
  chair: number;
  chairs?: number[];
  kind: string;
  time_bank_from: number;
  until: number;
}
/**
 * The host closes the table to all but its members, or opens it again.
 *
 *     While it is closed no invitation leads to it, and a public table is neither listed nor open to
 *     onlookers.
 */
export interface Close {
  id: string;
  is_closed?: boolean;
  type: 'close';
}
/**
 * Be dealt hands again.
 */
export interface ComeBack {
  id: string;
  type: 'come_back';
}
/**
 * The decks of a hand are fixed: see `sidepot.fairness.commitment`. Bytes are hexadecimal.
 *
 *     Sent when it is stored, and again to a client that connects; while seeds are awaited (`awaited`)
 *     it then reveals the same seed again. `turn` counts the commitments of a hand, from 1: each
 *     further one has new decks. `prev`: the table's last commitment before it, of this or of an
 *     earlier hand. `roots`: those of deck `a` and those of deck `b`, in the order of `streams`.
 *     `pledges`: by guest; a client whose guest is among them answers with `Reveal`. `missing`: for
 *     each earlier turn of the hand, the names of those who did not reveal their seeds; empty where no
 *     seed was missing, and the game or the players changed. `deck`: the cards of a game that is not
 *     played with whole decks of 52 cards, or of 54 with jokers, as "JsKsQs"; else empty.
 */
export interface Commitment {
  awaited: boolean;
  commitment: string;
  deck?: string;
  hand: number;
  missing: string[][];
  pledges: {
    [k: string]: string;
  };
  prev: string;
  roots: string[][];
  streams: string[];
  table: string;
  turn: number;
  type: 'commitment';
}
/**
 * The deck that was not dealt: its key, and for each stream its cards in order, "2cTd...".
 */
export interface Control {
  cards: string[];
  key: string;
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
 * A hand is dealt, from the deck `dealt` ("a" or "b"), cut by the seeds by guest.
 *
 *     Sent before the `View` of the deal. Without seeds the hand is committed, but not cut.
 */
export interface Cut {
  dealt: string;
  hand: number;
  seeds: {
    [k: string]: string;
  };
  table: string;
  turn: number;
  type: 'cut';
}
/**
 * The host ends the table: a hand in play is called off, and all players are paid out.
 */
export interface End {
  id: string;
  type: 'end';
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
 * The last message of a socket, and why.
 *
 *     `reason`: removed, ended, logged_out, refused, slow, closed (the room), protocol.
 */
export interface Goodbye {
  reason: string;
  said: Sentence;
  type: 'goodbye';
}
/**
 * The first message of a socket: the client's version of the protocol, and a table.
 *
 *     `since`: the last version of the table that the client has seen, after a lost connection.
 *     `checks`: the client checks the deals, and is sent each `Commitment`, `Cut` and `Proof`.
 *     `language`: a tag like `de`, for the sentences; else that of the handshake's `Accept-Language`.
 */
export interface Hello {
  checks?: boolean;
  language?: string | null;
  protocol: number;
  since?: number | null;
  table: string;
  type: 'hello';
}
/**
 * Between hands, hold the next one back for at most a minute, or let it come.
 *
 *     A player may do so once after a hand, and a few times in a row (`room.table.holds`).
 */
export interface Hold {
  id: string;
  is_held?: boolean;
  type: 'hold';
}
/**
 * A chair whose player holds the next hand back, and until when at most.
 */
export interface HoldView {
  chair: number;
  until: number;
}
/**
 * Leave the chair and be paid out, in a hand when it is over.
 */
export interface Leave {
  id: string;
  type: 'leave';
}
/**
 * After a win without showing, do not show the cards.
 */
export interface Muck {
  hand: number;
  id: string;
  type: 'muck';
}
/**
 * The host mutes a guest in the chat, or unmutes them.
 */
export interface Mute {
  guest: string;
  id: string;
  is_muted?: boolean;
  type: 'mute';
}
/**
 * A notice of the room, apart from the table: it cannot write, or it can again.
 */
export interface Notice {
  said: Sentence;
  table: string;
  type: 'notice';
}
/**
 * The host makes another person the host.
 */
export interface PassHost {
  guest: string;
  id: string;
  type: 'pass_host';
}
/**
 * The host pauses the table and its clock, or resumes them.
 */
export interface Pause {
  id: string;
  is_paused?: boolean;
  type: 'pause';
}
/**
 * A guest at a table: the public id, and their name here.
 */
export interface Person {
  guest: string;
  name: string;
}
/**
 * Take part in the cuts to come: the hash of the seed that the client will reveal next.
 *
 *     A later pledge takes the place of an earlier one, from the next commitment on.
 */
export interface Pledge {
  id: string;
  pledge: string;
  type: 'pledge';
}
/**
 * A pot, and the seats that can win it.
 */
export interface PotView {
  amount: number;
  seats: number[];
}
/**
 * The guests who are connected, and the number of onlookers without a name.
 */
export interface Presence {
  here: Person[];
  onlookers: number;
  table: string;
  type: 'presence';
}
/**
 * Proves the deal of a hand that is over to one viewer, who has the `Commitment` and `Cut`.
 *
 *     Sent when the hand is over, and again when more cards were shown. `leaves`: those of the dealt
 *     deck, a list for each stream. `opened`: for every card that the viewer has seen, its stream,
 *     its place in the order of dealing, the card, and its salt; `rabbit`: the same for cards that
 *     were asked for after the hand. `at`: the places of all cards that were dealt, in the order of
 *     dealing.
 */
export interface Proof {
  at: [string, number][];
  control: Control;
  hand: number;
  leaves: string[][];
  opened: [string, number, string, string][];
  rabbit: [string, number, string, string][];
  table: string;
  type: 'proof';
}
/**
 * After a hand, ask for the cards that would have come next, at a table that allows it.
 */
export interface Rabbit {
  hand: number;
  id: string;
  type: 'rabbit';
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
 * Be ready for the next hand, or not yet, at a table that does not deal by itself.
 */
export interface Ready {
  id: string;
  is_ready?: boolean;
  type: 'ready';
}
/**
 * The command is not done, and why; `menu` is what a player to act may do instead.
 */
export interface Refusal {
  id: string;
  menu?: ChoiceView[];
  reason: Sentence;
  type: 'refusal';
}
/**
 * The host removes the player in a chair, who is paid out as if they had left.
 *
 *     A person may not come back to this table unless the host admits them, and what comes after is
 *     not shown to them; `guest` instead of `chair` is for those on the rail.
 */
export interface Remove {
  chair?: number | null;
  guest?: string | null;
  id: string;
  type: 'remove';
}
/**
 * A guest whom the host has removed, and the name that they had at the table.
 */
export interface RemovedView {
  guest: string;
  name: string;
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
 * Answer a `Commitment` with the seed that was pledged, and pledge the next one.
 */
export interface Reveal {
  hand: number;
  id: string;
  pledge: string;
  seed: string;
  turn: number;
  type: 'reveal';
}
/**
 * The state of the table outside of the hand, the same for every viewer.
 *
 *     `phase`: waiting (for players, or for somebody to be there), choosing (the dealer names the next
 *     game), playing, pause (after a hand), paused (by the host), ended. `game` is the game in play or
 *     the last one; `next_hand`: when the next hand is dealt. `may_show` is the chair that won without
 *     showing its cards, while it may still show or muck them; `shown`: the cards shown after the
 *     hand, by chair, none if they were mucked; `rabbit`: the cards that would have come next, once
 *     somebody has asked for them. `choices`: while the dealer names a game, the games
 *     that can be dealt, by their places in the rules. `is_closed`: only members come in; `removed`:
 *     the guests whom the host has removed, the last ones. `holds`: who holds the next hand back;
 *     `next_hand` counts that in.
 */
export interface RoomView {
  button: number | null;
  chairs: ChairView[];
  choices: number[];
  clock: ClockView | null;
  game: GameView | null;
  games: GameView[];
  hand: number;
  holds?: HoldView[];
  host: string;
  is_closed?: boolean;
  may_show: number | null;
  muted: string[];
  name: string;
  next_hand: number | null;
  phase: string;
  rabbit: string[];
  removed?: RemovedView[];
  rules: TableRules;
  shown: {
    [k: string]: string[];
  };
}
/**
 * The rules of a table.
 *
 *     `games`: one, or several among which the dealer chooses (D1). `chairs`, `least`, `most`: the
 *     number of chairs, and the bounds of a buy-in in chips; a stack may be topped up to `most`. In a
 *     request 0 asks for the default: as many chairs as the games allow, 40 and 200 times the largest
 *     price of the games. `turn`, `time_bank`, `pause`: seconds of the clock of a turn, of the time
 *     bank of each person, and between a showdown and the next hand. `automatic`: hands are dealt
 *     without waiting for players to be ready. `public`: listed in the lobby and open to everybody;
 *     otherwise by invitation. `bot_pace`: milliseconds before a bot's action, so that people can
 *     follow. `coach`: people may ask for the values of their choices. `rabbit`: after a hand, its
 *     players may ask for the cards that would have come next.
 */
export interface TableRules {
  automatic: boolean;
  bot_pace: number;
  chairs: number;
  coach: boolean;
  dealers_choice: boolean;
  /**
   * @minItems 1
   * @maxItems 64
   */
  games: GamePlan[];
  least: number;
  most: number;
  pause: number;
  public: boolean;
  rabbit: boolean;
  time_bank: number;
  turn: number;
}
/**
 * The host seats a bot, which buys in by itself.
 */
export interface SeatBot {
  chair: number;
  id: string;
  strength?: string;
  type: 'seat_bot';
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
 * After a win without showing, show the cards.
 */
export interface Show {
  hand: number;
  id: string;
  type: 'show';
}
/**
 * Take a free chair and buy in for `chips`.
 */
export interface Sit {
  chair: number;
  chips: number;
  id: string;
  type: 'sit';
}
/**
 * Be dealt no more hands, and keep the chair.
 */
export interface SitOut {
  id: string;
  type: 'sit_out';
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
 * The table as the viewer may see it, sent after every change.
 *
 *     `version` grows with every event of the table's log. `hand` is None before the first hand.
 *     `said` is what has just happened, in sentences; if `is_whole`, after a gap, it is all that was
 *     said in this hand. `now` is the time of the server, for clocks.
 */
export interface View {
  chair: number | null;
  hand: TableView | null;
  is_whole: boolean;
  now: number;
  room: RoomView;
  said: Sentence[];
  table: string;
  type: 'view';
  version: number;
}
/**
 * The host calls the hand off: all players get back the chips with which they began it.
 */
export interface VoidHand {
  hand: number;
  id: string;
  type: 'void_hand';
}
/**
 * The answer to `Hello`: who the client is here. A `View`, `Presence` and the chat follow.
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
export type FromClient = Hello | Sit | BuyIn | Act | Advise | Ready | Choose | Hold | Show | Muck | Pledge | Reveal | Rabbit | SitOut | ComeBack | Leave | Chat | React | Pause | Remove | Admit | Close | Mute | SeatBot | ChangeGame | VoidHand | PassHost | End;
export type FromServer = Welcome | View | Ack | Refusal | Advice | ChatLines | Presence | Notice | Commitment | Cut | Proof | Goodbye;
