"""The answers of the room outside of a table's socket: guests, lists, the ledger."""

from __future__ import annotations

from msgspec import Struct

from sidepot.protocol.views import GameView, Sentence, TableView


class Guest(Struct, frozen=True):
    """A person: the public id, and the name."""

    id: str
    name: str


class Registered(Struct, frozen=True):
    """A new guest, and their token, which is sent only this once."""

    guest: Guest
    token: str


class Session(Struct, frozen=True):
    """A guest's session in one browser.

    `is_old`: it was made by a version that noted nothing of browsers, and has not been used since.
    """

    guest: Guest
    id: str
    is_old: bool = False


class Browser(Struct, frozen=True):
    """A browser in which a guest is logged in.

    `name` and `system`: what it is, and on what, as far as it says so ("Firefox", "Linux"), else
    empty. `made`: when it became the guest's, and `seen`: when it was last used, to the hour, both
    in ms since 1970; `seen` is None if that is not known. `is_own`: it is the one that asks.
    """

    id: str
    name: str
    system: str
    made: int
    seen: int | None
    is_own: bool


class RecoveryLink(Struct, frozen=True):
    """A recovery link that is valid: when it was made, and when it expires, in ms since 1970."""

    id: str
    made: int
    expires: int


class Sessions(Struct, frozen=True):
    """The browsers in which a guest is logged in, and their recovery links."""

    browsers: list[Browser]
    links: list[RecoveryLink]


class Created(Struct, frozen=True):
    """A new table, and an invitation to it."""

    table: str
    invitation: str


class OptionOffer(Struct, frozen=True):
    """An option of a game: one of the words `values`, or a whole number from `lowest` to `highest`.

    Without either it is a text, like a pay table; `help` and the refusal say in which form.
    """

    name: str
    help: str
    default: int | str
    lowest: int | None
    highest: int | None
    values: list[str] | None


class GameOffer(Struct, frozen=True):
    """A game that a table can play, and the strengths of its bots.

    `family`: the name of all games on one rule page, and `version`: which of them this is. `idea`:
    what it is, in a line or two. `minutes`: how long a hand takes, about; 0: not known. `least` and
    `most`: the numbers of players. `has_picture`: is there a picture of it?
    """

    name: str
    title: str
    family: str
    version: str
    idea: str
    minutes: int
    has_picture: bool
    author: str
    least: int
    most: int
    options: list[OptionOffer]
    bots: list[str]


class TableLine(Struct, frozen=True):
    """A table in a list.

    `chairs`: how many it has, and `taken`: how many of them are. `people`: connected guests.
    `phase` as in `RoomView`. `least` and `most`: the bounds of a buy-in, in chips.
    """

    table: str
    name: str
    games: list[GameView]
    chairs: int
    taken: int
    people: int
    phase: str
    least: int
    most: int


class AccountView(Struct, frozen=True):
    """The account of a person or a bot, in chips: bought, paid out, the stack, and the net.

    Chips in a hand in play count as before that hand.
    """

    name: str
    guest: str | None
    bought: int
    paid_out: int
    stack: int
    net: int


class Transfer(Struct, frozen=True):
    """A debt between two accounts, given by their places in the list of accounts."""

    debtor: int
    creditor: int
    chips: int


class LedgerView(Struct, frozen=True):
    """The accounts of a table; their nets add up to 0."""

    accounts: list[AccountView]
    transfers: list[Transfer]


class StepView(Struct, frozen=True):
    """A moment of a replayed hand: after the deal, or after an action.

    `seat` and `action`: who has just done what, null for the deal. `view`: the table then, its
    `events` those of this step. `shares`: each seat's share of the pot, sampled from random deals,
    if from here on all stay in and buy the most; null where there are none.
    """

    seat: int | None
    action: str | None
    view: TableView
    said: list[Sentence]
    shares: list[float] | None


class ReplayView(Struct, frozen=True):
    """A hand, replayed step by step, as one viewer knows it.

    `seat`: the viewer's, null for the rail; `seats`: those as which this history can be seen,
    because it names their cards. `is_void`: the hand was called off.
    """

    game: str
    title: str
    names: list[str]
    seat: int | None
    seats: list[int]
    is_void: bool
    steps: list[StepView]


class HandLine(Struct, frozen=True):
    """A hand that has ended: when (ms since 1970), its game, and every player's net in chips."""

    hand: int
    at: int
    game: str
    names: list[str]
    nets: list[int]
    is_void: bool
