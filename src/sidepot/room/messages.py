"""The protocol: what a client sends, and what it is sent. JSON, tagged by `type`, versioned.

A command carries an id that the client made; the same id again gets the first answer. An `Act`
names the hand and the decision that it answers. The answer to a command is an `Ack` or a `Refusal`
with its id, or the `Advice` that was asked for; what happened comes as a `View` to everybody who
looks. Chat and presence are streams of their own.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from sidepot.room.seen import ChoiceSeen, RoomSeen, Said, TableSeen

PROTOCOL = 1
"""The version of all this; it grows when a message changes its meaning."""
REACTIONS = ("nice", "wow", "laugh", "ouch", "thanks", "think")
"""What one can show without words."""
MOST_TEXT = 300
"""Characters of a line of chat."""

Id = Annotated[str, Meta(min_length=1, max_length=64)]
Chips = Annotated[int, Meta(ge=1, le=10**9)]
Chair = Annotated[int, Meta(ge=0, le=19)]
Guest = Annotated[str, Meta(min_length=1, max_length=64)]
Seconds = Annotated[int, Meta(ge=0, le=3600)]


class Message(Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """Anything that is sent either way."""


def _tag(name: str) -> str:
    """`SitOut` goes as "sit_out"."""
    return "".join("_" * (i > 0 and c.isupper()) + c.lower() for i, c in enumerate(name))


class Hello(Message, frozen=True, tag=_tag):
    """The first message of a socket: which version the client speaks, and which table it wants.

    `since`: the last version of the table that the client has seen, after a lost connection.
    """

    protocol: int
    table: Annotated[str, Meta(max_length=64)]
    since: int | None = None


class Command(Message, frozen=True, tag=_tag):
    """Something a person wants done at a table."""

    id: Id


class Sit(Command, frozen=True, tag=_tag):
    """Take a free chair and buy in for so many chips."""

    chair: Chair
    chips: Chips


class BuyIn(Command, frozen=True, tag=_tag):
    """Buy more chips; in the middle of a hand they come when it is over."""

    chips: Chips


class Act(Command, frozen=True, tag=_tag):
    """Answer a decision of a hand, in action text: "fold", "buy 2", "raise to 40"."""

    hand: int
    decision: int
    action: Annotated[str, Meta(max_length=100)]


class Advise(Command, frozen=True, tag=_tag):
    """Ask what each choice of one's turn is worth; the answer is an `Advice`, for oneself alone."""

    hand: int
    decision: int


class Ready(Command, frozen=True, tag=_tag):
    """Where hands do not come by themselves: deal me the next one (or rather not yet)."""

    is_ready: bool = True


class Choose(Command, frozen=True, tag=_tag):
    """The dealer names the next game (D1), by its place in the host's list."""

    game: Annotated[int, Meta(ge=0, le=63)]


class Show(Command, frozen=True, tag=_tag):
    """Show the cards with which one has won unseen."""

    hand: int


class Muck(Command, frozen=True, tag=_tag):
    """Do not show them."""

    hand: int


class SitOut(Command, frozen=True, tag=_tag):
    """Get no more hands dealt, and keep the chair."""


class ComeBack(Command, frozen=True, tag=_tag):
    """Get hands dealt again."""


class Leave(Command, frozen=True, tag=_tag):
    """Leave the chair and be paid out, when the hand is over if there is one."""


class Chat(Command, frozen=True, tag=_tag):
    """Say something."""

    text: Annotated[str, Meta(min_length=1, max_length=MOST_TEXT)]


class React(Command, frozen=True, tag=_tag):
    """Show one of `REACTIONS`."""

    reaction: Annotated[str, Meta(max_length=20)]


class Pause(Command, frozen=True, tag=_tag):
    """The host stops dealing and the clock, or goes on."""

    is_paused: bool = True


class Remove(Command, frozen=True, tag=_tag):
    """The host sends whoever sits in a chair away, paid out as if he had left.

    A person may not come back to this table; `guest` instead of `chair` is for those on the rail.
    """

    chair: Chair | None = None
    guest: Guest | None = None


class Mute(Command, frozen=True, tag=_tag):
    """The host takes the word from a guest, or gives it back."""

    guest: Guest
    is_muted: bool = True


class SeatBot(Command, frozen=True, tag=_tag):
    """The host seats a bot; it buys in by itself."""

    chair: Chair
    strength: Annotated[str, Meta(max_length=40)] = "regular"


class GamePlan(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game by its name, and the options that differ from its defaults."""

    name: Annotated[str, Meta(max_length=100)]
    options: dict[str, int | str] = {}


class ChangeGame(Command, frozen=True, tag=_tag):
    """The host changes what is played, from the next hand on."""

    games: Annotated[list[GamePlan], Meta(min_length=1, max_length=64)]
    dealers_choice: bool = False


class VoidHand(Command, frozen=True, tag=_tag):
    """The host calls the hand off: everybody has the chips back with which he began it."""

    hand: int


class PassHost(Command, frozen=True, tag=_tag):
    """The host makes another person host."""

    guest: Guest


class End(Command, frozen=True, tag=_tag):
    """The host ends the table: a hand in play is called off, everybody is paid out."""


AnyCommand: TypeAlias = (
    Sit
    | BuyIn
    | Act
    | Advise
    | Ready
    | Choose
    | Show
    | Muck
    | SitOut
    | ComeBack
    | Leave
    | Chat
    | React
    | Pause
    | Remove
    | Mute
    | SeatBot
    | ChangeGame
    | VoidHand
    | PassHost
    | End
)
FromClient: TypeAlias = Hello | AnyCommand


class BotPlan(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A bot that sits at the table from the beginning."""

    chair: Chair
    strength: Annotated[str, Meta(max_length=40)] = "regular"


class NewTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the host of a new table says.

    `games`: one, or the dealer's choice among several (D1). `least` and `most`: chips that one buys
    in for; a stack may be topped up to `most`. None: 40 and 200 times the largest price of the
    games. `turn`, `bank`, `pause`: seconds of the clock of a turn, of the time bank that each
    person has, and between a showdown and the next hand. `automatic`: hands come by themselves;
    otherwise when all are ready. `public`: listed in the lobby and open to everybody; otherwise by
    invitation. `bot_pace`: milliseconds that the others get to read a bot's move. `coach`: people
    may ask what their choices are worth.
    """

    games: Annotated[list[GamePlan], Meta(min_length=1, max_length=64)]
    name: Annotated[str, Meta(max_length=60)] = ""
    dealers_choice: bool = False
    chairs: Annotated[int, Meta(ge=2, le=20)] | None = None
    least: Chips | None = None
    most: Chips | None = None
    turn: Annotated[int, Meta(ge=5, le=600)] = 30
    bank: Annotated[int, Meta(ge=0, le=3600)] = 60
    pause: Annotated[int, Meta(ge=0, le=120)] = 6
    automatic: bool = True
    public: bool = False
    bots: list[BotPlan] = []
    bot_pace: Annotated[int, Meta(ge=0, le=10_000)] = 700
    coach: bool = True


class Welcome(Message, frozen=True, tag=_tag):
    """The answer to `Hello`: who one is here. A `View`, `Presence` and the chat follow."""

    protocol: int
    table: str
    guest: str | None
    name: str | None
    chair: int | None
    now: int


class View(Message, frozen=True, tag=_tag):
    """All that one may see, after every change.

    `version` grows with every entry of the table's log. `hand` is None before the first hand.
    `told` is what has just happened, in sentences; where `is_whole`, after a gap, it is all that
    was said in this hand. `now` is the time of the server, for clocks.
    """

    table: str
    version: int
    now: int
    room: RoomSeen
    chair: int | None
    is_whole: bool
    hand: TableSeen | None
    told: list[Said]


class Ack(Message, frozen=True, tag=_tag):
    """Done, and on the disk: by the entry of the log, or the line of chat, that has this number."""

    id: Id
    version: int


class Refusal(Message, frozen=True, tag=_tag):
    """Not done, and why; `menu` is what may be done instead, where one is to act."""

    id: Id
    reason: Said
    menu: list[ChoiceSeen] = []


class Worth(Struct, frozen=True, kw_only=True):
    """A choice in action text, and what it brings from now on, in chips, net, on average."""

    action: str
    value: float


class Chance(Struct, frozen=True, kw_only=True):
    """A choice by which one stays in, and how often it wins all or a part (a tie, a side pot)."""

    action: str
    win: float
    tie: float


class Price(Struct, frozen=True, kw_only=True):
    """What it costs to stay in, in chips, and how often that has to win to pay: the pot odds."""

    cost: int
    needs: float


class Advice(Message, frozen=True, tag=_tag, omit_defaults=True):
    """The answer to `Advise`: what may be known of one's choices, and what is made of it.

    `choices` is empty where none has a value, because players bet against each other; `chances` are
    there instead, against random hands if all stay in, and the `price` of a call. `escape`: the
    chances to have the better hand within one card more, two, and so on, in games where that is the
    question. `method`: exact, estimate or sampled; `error` is, in chips, the standard error of
    sampled values, and what exact ones may be off, or the standard error of chances. `told` says it
    all in sentences.
    """

    id: Id
    hand: int
    decision: int
    choices: list[Worth]
    escape: list[float]
    method: str
    error: float
    told: list[Said]
    chances: list[Chance] = []
    price: Price | None = None


class ChatLine(Struct, frozen=True, kw_only=True):
    """Something that a person said or showed. `number` counts the lines of a table."""

    number: int
    at: int
    guest: str
    name: str
    text: str | None = None
    reaction: str | None = None


class ChatLines(Message, frozen=True, tag=_tag):
    """The stream of chat; at first the last lines of it."""

    table: str
    lines: list[ChatLine]


class Person(Struct, frozen=True, kw_only=True):
    """A guest at a table: the public id, and what he is called here."""

    guest: str
    name: str


class Presence(Message, frozen=True, tag=_tag):
    """Who is connected, and how many look on without a name."""

    table: str
    here: list[Person]
    onlookers: int


class Notice(Message, frozen=True, tag=_tag):
    """The room says something that is no part of the table: it cannot write, it is back."""

    table: str
    said: Said


class Goodbye(Message, frozen=True, tag=_tag):
    """The last message of a socket, and why: removed, ended, slow, protocol."""

    reason: str
    said: Said


Answer: TypeAlias = Ack | Refusal | Advice
FromServer: TypeAlias = Welcome | View | Answer | ChatLines | Presence | Notice | Goodbye
