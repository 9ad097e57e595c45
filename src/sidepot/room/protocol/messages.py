"""The messages of the socket: what a client sends and what it is sent, in JSON, tagged by `type`.

A command carries an id that the client has chosen; the same id again gets the first answer. An
`Act` names the hand and the decision that it answers. The answer to a command is an `Ack` or a
`Refusal` with its id, or the `Advice` or `OwnCards` that was asked for; what happened is sent as a
`View` to every viewer. Chat and presence are streams of their own. Chips are whole numbers, times
are milliseconds since 1970.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct, field

from sidepot.engine.view import ChoiceView, SeatView, TableView
from sidepot.odds.result import Analysis
from sidepot.real.entries import Entry
from sidepot.room.protocol.table_rules import GamePlan, TableRules
from sidepot.room.protocol.views import ClockView, RealView, RoomView
from sidepot.words import Message

PROTOCOL = 2
"""The version of the protocol; it grows when a message changes its meaning."""
REACTIONS = (
    "nice",
    "wow",
    "laugh",
    "ouch",
    "thanks",
    "think",
    "thumbs_up",
    "clap",
    "joy",
    "fire",
    "clover",
    "heart",
    "cry",
    "party",
    "nudge",
)
"""The reactions that a person can show instead of words; clients may draw them.

A `nudge` is for those whose turn it is: the room takes one when they have let some time pass.
"""
NUDGE = REACTIONS[-1]
MAX_TEXT = 300
"""Characters of a line of chat at most."""

MAX_CALL = 300
"""Characters of the link of a call at most."""
MAX_REASON = 100
"""Characters of the reason of a correction at most."""
MAX_ENTRIES = 2_000
"""Entries of a hand with real cards at most; the longest hands have some hundreds."""
MAX_OWN = 60
"""Cards that a player tells their own phone at most."""

Id = Annotated[str, Meta(min_length=1, max_length=64)]
Chips = Annotated[int, Meta(ge=1, le=10**9)]
Chair = Annotated[int, Meta(ge=0, le=19)]
Guest = Annotated[str, Meta(min_length=1, max_length=64)]
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""32 bytes in hexadecimal: a hash or a seed of `sidepot.fairness`."""
_Seconds = Annotated[int, Meta(ge=0, le=3600)]


class SocketMessage(
    Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True
):
    """A message from the client or from the server."""


def _tag(name: str) -> str:
    """The `type` of a class on the wire: "sit_out" for `SitOut`."""
    return "".join("_" * (i > 0 and c.isupper()) + c.lower() for i, c in enumerate(name))


class Hello(SocketMessage, frozen=True, tag=_tag):
    """The first message of a socket: the client's version of the protocol, and a table.

    `since`: the last version of the table that the client has seen, after a lost connection.
    `checks`: the client checks the deals, and is sent each `Commitment`, `Cut` and `Proof`.
    `language`: a tag like `de`, for the sentences; else that of the handshake's `Accept-Language`.
    `rail`: a member looks on as one without a name, and sees no cards of their own.
    """

    protocol: int
    table: Annotated[str, Meta(max_length=64)]
    since: int | None = None
    checks: bool = False
    language: Annotated[str, Meta(max_length=35)] | None = None
    rail: bool = False


class Command(SocketMessage, frozen=True, tag=_tag):
    """A command of a person at a table; `id` is chosen by the client."""

    id: Id


class Sit(Command, frozen=True, tag=_tag):
    """Take a free chair and buy in for `chips`."""

    chair: Chair
    chips: Chips


class BuyIn(Command, frozen=True, tag=_tag):
    """Buy more chips; in the middle of a hand they are added when it is over."""

    chips: Chips
    chair: Chair | None = None
    """Here and in others: that of somebody without a phone, for whom a player speaks."""


class Act(Command, frozen=True, tag=_tag):
    """Answer a decision of a hand, in action text: "fold", "buy 2", "raise to 40"."""

    hand: int
    decision: int
    action: Annotated[str, Meta(max_length=100)]


class Advise(Command, frozen=True, tag=_tag):
    """Ask the coach for the value of each choice of one's turn; the answer is an `Advice`.

    `outlook`: with the chance to win and the final hands, if all stay in.
    """

    hand: int
    decision: int
    outlook: bool = False


class Ready(Command, frozen=True, tag=_tag):
    """Be ready for the next hand, or not yet; once all people who play are, it is dealt at once."""

    is_ready: bool = True


class Choose(Command, frozen=True, tag=_tag):
    """The dealer names the next game (D1), by its place in the host's list."""

    game: Annotated[int, Meta(ge=0, le=63)]


class Hold(Command, frozen=True, tag=_tag):
    """Between hands, hold the next one back for at most a minute, or let it come.

    A player may do so once after a hand, and a few times in a row (`room.table.holds`).
    """

    is_held: bool = True


class Show(Command, frozen=True, tag=_tag):
    """After a win without showing, show the cards; with `card` that one alone.

    After a hand anybody who was dealt in may show one card that nobody else has seen.
    """

    hand: int
    card: Annotated[str, Meta(min_length=2, max_length=2)] | None = None


class Muck(Command, frozen=True, tag=_tag):
    """After a win without showing, do not show the cards."""

    hand: int


class Pledge(Command, frozen=True, tag=_tag):
    """Take part in the cuts to come: the hash of the seed that the client will reveal next.

    A later pledge takes the place of an earlier one, from the next commitment on.
    """

    pledge: Hash


class Reveal(Command, frozen=True, tag=_tag):
    """Answer a `Commitment` with the seed that was pledged, and pledge the next one."""

    hand: int
    turn: int
    seed: Hash
    pledge: Hash


class Rabbit(Command, frozen=True, tag=_tag):
    """After a hand, ask for the cards that would have come next, at a table that allows it."""

    hand: int


class SitOut(Command, frozen=True, tag=_tag):
    """Be dealt no more hands, and keep the chair."""

    chair: Chair | None = None


class ComeBack(Command, frozen=True, tag=_tag):
    """Be dealt hands again."""

    chair: Chair | None = None


class Leave(Command, frozen=True, tag=_tag):
    """Leave the chair and be paid out, in a hand when it is over."""

    chair: Chair | None = None


class Chat(Command, frozen=True, tag=_tag):
    """Say something."""

    text: Annotated[str, Meta(min_length=1, max_length=MAX_TEXT)]


class React(Command, frozen=True, tag=_tag):
    """Show one of `REACTIONS`."""

    reaction: Annotated[str, Meta(max_length=20)]


class Pause(Command, frozen=True, tag=_tag):
    """The host pauses the table and its clock, or resumes them."""

    is_paused: bool = True


class Remove(Command, frozen=True, tag=_tag):
    """The host removes the player in a chair, who is paid out as if they had left.

    A person may not come back to this table unless the host admits them, and what comes after is
    not shown to them; `guest` instead of `chair` is for those on the rail.
    """

    chair: Chair | None = None
    guest: Guest | None = None


class Admit(Command, frozen=True, tag=_tag):
    """The host lets a guest in who was removed, or who knocks at a table that is closed."""

    guest: Guest


class Close(Command, frozen=True, tag=_tag):
    """The host closes the table to all but its members, or opens it again.

    While it is closed no invitation leads to it, and a public table is neither listed nor open to
    onlookers.
    """

    is_closed: bool = True


class SetCall(Command, frozen=True, tag=_tag):
    """The host names the link of a call for all who come to the table; an empty one removes it."""

    link: Annotated[str, Meta(max_length=MAX_CALL)]


class Correct(Command, frozen=True, tag=_tag):
    """Between hands the host gives chips to a player or takes some back, with a reason for all.

    `chips`: how many more, or fewer where it is below 0. They count as bought or paid out; with
    `other` they come from, or go to, the player in that chair.
    """

    chair: Chair
    chips: Annotated[int, Meta(ge=-(10**9), le=10**9)]
    reason: Annotated[str, Meta(min_length=1, max_length=MAX_REASON)]
    other: Chair | None = None


class SeatPerson(Command, frozen=True, tag=_tag):
    """At a table with real cards the host seats somebody who has no phone, with some chips."""

    chair: Chair
    name: Annotated[str, Meta(min_length=1, max_length=60)]
    chips: Chips


class TakeSeat(Command, frozen=True, tag=_tag):
    """Take the chair of somebody without a phone, with its chips: it was one's own all along."""

    chair: Chair


class PayOut(Command, frozen=True, tag=_tag):
    """Pay out a hand with real cards that is over; until then it may be taken back or changed."""

    hand: int


class NextHand(Command, frozen=True, tag=_tag):
    """At a table with real cards, begin the next hand.

    `hand`: the number of the last one, 0 before the first. `game`: its place in the host's list.
    """

    hand: int
    game: Annotated[int, Meta(ge=0, le=63)] = 0


class _Telling(Command, frozen=True):
    """A command about a hand with real cards; `at`: the number of the entries it has so far.

    One that comes too late is refused, unless what it asks for is the case already.
    """

    hand: int
    at: Annotated[int, Meta(ge=0, le=MAX_ENTRIES)]


class Tell(_Telling, frozen=True, tag=_tag):
    """Tell a card that lies open, a choice that was made, a hand thrown away, or a misdeal."""

    entry: Entry


class TakeBack(_Telling, frozen=True, tag=_tag):
    """Take everything back but the first `to` entries."""

    to: Annotated[int, Meta(ge=0, le=MAX_ENTRIES)]


class Retell(_Telling, frozen=True, tag=_tag):
    """Put another entry in place of one, from 0; those after it are told again, as far as can be.

    A sentence for all says which one became impossible.
    """

    number: Annotated[int, Meta(ge=0, le=MAX_ENTRIES)]
    entry: Entry


class Peek(Command, frozen=True, tag=_tag):
    """Tell one's own hidden cards to one's own phone alone; the answer is `OwnCards`.

    Nothing of it is stored, and nobody else is sent a sign of it.
    """

    hand: int
    cards: Annotated[
        list[Annotated[str, Meta(min_length=2, max_length=2)]], Meta(max_length=MAX_OWN)
    ]


class Mute(Command, frozen=True, tag=_tag):
    """The host mutes a guest in the chat, or unmutes them."""

    guest: Guest
    is_muted: bool = True


class SeatBot(Command, frozen=True, tag=_tag):
    """The host seats a bot, which buys in by itself."""

    chair: Chair
    strength: Annotated[str, Meta(max_length=40)] = "regular"


class ChangeGame(Command, frozen=True, tag=_tag):
    """The host changes the game, from the next hand on."""

    games: Annotated[list[GamePlan], Meta(min_length=1, max_length=64)]
    dealers_choice: bool = False


class VoidHand(Command, frozen=True, tag=_tag):
    """The host calls the hand off: all players get back the chips with which they began it."""

    hand: int


class PassHost(Command, frozen=True, tag=_tag):
    """The host makes another person the host."""

    guest: Guest


class End(Command, frozen=True, tag=_tag):
    """The host ends the table: a hand in play is called off, and all players are paid out."""


AnyCommand: TypeAlias = (
    Sit
    | BuyIn
    | Act
    | Advise
    | Ready
    | Choose
    | Hold
    | Show
    | Muck
    | Pledge
    | Reveal
    | Rabbit
    | SitOut
    | ComeBack
    | Leave
    | Chat
    | React
    | Pause
    | Remove
    | Admit
    | Close
    | SetCall
    | Correct
    | SeatPerson
    | TakeSeat
    | PayOut
    | NextHand
    | Tell
    | TakeBack
    | Retell
    | Peek
    | Mute
    | SeatBot
    | ChangeGame
    | VoidHand
    | PassHost
    | End
)
FromClient: TypeAlias = Hello | AnyCommand


class BotPlan(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A bot that sits at a new table from the beginning."""

    chair: Chair
    strength: Annotated[str, Meta(max_length=40)] = "regular"


class PersonPlan(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person without a phone who sits at a new table with real cards from the beginning.

    `chips`: 0 for the most that the table allows.
    """

    chair: Chair
    name: Annotated[str, Meta(min_length=1, max_length=60)]
    chips: Annotated[int, Meta(ge=0, le=10**9)] = 0


class NewTable(TableRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table that a guest opens: its rules, its name, and the bots that sit from the beginning.

    `people`: at a table with real cards, those without a phone who sit from the beginning.
    """

    name: Annotated[str, Meta(max_length=60)] = ""
    bots: list[BotPlan] = field(default_factory=list)
    people: Annotated[list[PersonPlan], Meta(max_length=20)] = field(default_factory=list)


class Welcome(SocketMessage, frozen=True, tag=_tag):
    """The answer to `Hello`: who the client is here. A `View`, `Presence` and the chat follow."""

    protocol: int
    table: str
    guest: str | None
    name: str | None
    chair: int | None
    now: int


class View(SocketMessage, frozen=True, tag=_tag):
    """The table as the viewer may see it, sent after every change.

    `version` grows with every event of the table's log. `hand` is None before the first hand.
    `said` is what has just happened, in sentences; if `is_whole`, after a gap, it is all that was
    said in this hand. `now` is the time of the server, for clocks. `showable`: after a hand, the
    viewer's cards of which they may `Show` one. `real`: what a hand with real cards asks for next;
    null at other tables, and there before the first hand.
    """

    table: str
    version: int
    now: int
    room: RoomView
    chair: int | None
    is_whole: bool
    hand: TableView | None
    said: list[Message]
    showable: list[str] = []
    real: RealView | None = None


class Ack(SocketMessage, frozen=True, tag=_tag):
    """The command is done and stored, as the event of the log or line of chat with this number."""

    id: Id
    version: int


class Refusal(SocketMessage, frozen=True, tag=_tag):
    """The command is not done, and why; `menu` is what a player to act may do instead."""

    id: Id
    reason: Message
    menu: list[ChoiceView] = []


class Advice(SocketMessage, frozen=True, tag=_tag):
    """The answer to `Advise`: the analysis of the decision, and the same in sentences."""

    id: Id
    hand: int
    decision: int
    analysis: Analysis
    said: list[Message]


class OwnCards(SocketMessage, frozen=True, tag=_tag):
    """The answer to `Peek`: one's own seat with these cards, as only its player sees it.

    `said`: sentences about it. `analysis`: the value of each choice, if it is their turn and the
    table allows the coach.
    """

    id: Id
    hand: int
    seat: SeatView
    said: list[Message]
    analysis: Analysis | None = None


class ChatLine(Struct, frozen=True, kw_only=True):
    """A line of chat: a text, or a reaction. `number` counts the lines of a table."""

    number: int
    at: int
    guest: str
    name: str
    text: str | None = None
    reaction: str | None = None


class ChatLines(SocketMessage, frozen=True, tag=_tag):
    """New lines of chat; the first such message has the last lines so far."""

    table: str
    lines: list[ChatLine]


class Person(Struct, frozen=True, kw_only=True):
    """A guest at a table: the public id, and their name here."""

    guest: str
    name: str


class Presence(SocketMessage, frozen=True, tag=_tag):
    """The guests who are connected, and the number of onlookers without a name.

    `clock`: the running clock as it is by that, if there is one: a player without a connection has
    less time.
    """

    table: str
    here: list[Person]
    onlookers: int
    clock: ClockView | None = None


class Notice(SocketMessage, frozen=True, tag=_tag):
    """A notice of the room, apart from the table: it cannot write, or it can again."""

    table: str
    said: Message


class SeatChance(Struct, frozen=True):
    """A seat's chance: its share of the pots that it plays for, and how often it ties."""

    seat: int
    share: str
    tie: Message | None


class Chances(SocketMessage, frozen=True, tag=_tag):
    """The chances of all hands that are still in while the last cards of a hand come.

    From stage `stage` of the view of that hand and decision to before stage `until`, from nothing
    but what all have seen by then. `is_close`: the card after them decides, and more than one hand
    may well win. Sent if it is found in time, and once the view was sent.
    """

    table: str
    hand: int
    decision: int
    stage: int
    until: int
    seats: list[SeatChance]
    is_close: bool


class Commitment(SocketMessage, frozen=True, tag=_tag):
    """The decks of a hand are fixed: see `sidepot.fairness.commitment`. Bytes are hexadecimal.

    Sent when it is stored, and again to a client that connects; while seeds are awaited (`awaited`)
    it then reveals the same seed again. `turn` counts the commitments of a hand, from 1: each
    further one has new decks. `prev`: the table's last commitment before it, of this or of an
    earlier hand. `roots`: those of deck `a` and those of deck `b`, in the order of `streams`.
    `pledges`: by guest; a client whose guest is among them answers with `Reveal`. `missing`: for
    each earlier turn of the hand, the names of those who did not reveal their seeds; empty where no
    seed was missing, and the game or the players changed. `deck`: the cards of a game that is not
    played with whole decks of 52 cards, or of 54 with jokers, as "JsKsQs"; else empty.
    """

    table: str
    hand: int
    turn: int
    prev: str
    commitment: str
    streams: list[str]
    roots: list[list[str]]
    pledges: dict[str, str]
    missing: list[list[str]]
    awaited: bool
    deck: str = ""


class Cut(SocketMessage, frozen=True, tag=_tag):
    """A hand is dealt, from the deck `dealt` ("a" or "b"), cut by the seeds by guest.

    Sent before the `View` of the deal. Without seeds the hand is committed, but not cut.
    """

    table: str
    hand: int
    turn: int
    dealt: str
    seeds: dict[str, str]


class Control(Struct, frozen=True):
    """The deck that was not dealt: its key, and for each stream its cards in order, "2cTd..."."""

    key: str
    cards: list[str]


class Proof(SocketMessage, frozen=True, tag=_tag):
    """Proves the deal of a hand that is over to one viewer, who has the `Commitment` and `Cut`.

    Sent when the hand is over, and again when more cards were shown. `leaves`: those of the dealt
    deck, a list for each stream. `opened`: for every card that the viewer has seen, its stream,
    its place in the order of dealing, the card, and its salt; `rabbit`: the same for cards that
    were asked for after the hand. `at`: the places of all cards that were dealt, in the order of
    dealing.
    """

    table: str
    hand: int
    leaves: list[list[str]]
    control: Control
    opened: list[tuple[str, int, str, str]]
    at: list[tuple[str, int]]
    rabbit: list[tuple[str, int, str, str]]


class Goodbye(SocketMessage, frozen=True, tag=_tag):
    """The last message of a socket, and why.

    `reason`: removed, ended, logged_out, refused, slow, closed (the room), protocol.
    """

    reason: str
    said: Message


Answer: TypeAlias = Ack | Refusal | Advice | OwnCards
FromServer: TypeAlias = (
    Welcome
    | View
    | Answer
    | ChatLines
    | Presence
    | Notice
    | Chances
    | Commitment
    | Cut
    | Proof
    | Goodbye
)
