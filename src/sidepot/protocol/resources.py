"""What the room's door answers outside of a table: guests, lists, the ledger."""

from __future__ import annotations

from msgspec import Struct

from sidepot.protocol.views import GameView


class Guest(Struct, frozen=True):
    """A person: the public id, and the name."""

    id: str
    name: str


class Registered(Struct, frozen=True):
    """A new guest, and his token, which is told this once."""

    guest: Guest
    token: str


class Created(Struct, frozen=True):
    """A new table, and an invitation to it."""

    table: str
    invitation: str


class OptionOffer(Struct, frozen=True):
    """An option of a game: a word of `values`, or a whole number from `lowest` to `highest`.

    Without either it is a text, like a pay table; `help` and the refusal say of which form.
    """

    name: str
    help: str
    default: int | str
    lowest: int | None
    highest: int | None
    values: list[str] | None


class GameOffer(Struct, frozen=True):
    """A game that a table can play, and the strengths of its bots.

    `family`: what the games on one rule page are called together, and `version` which of them it
    is. `idea`: what it is, in a line or two. `minutes` that a hand takes, about; 0: not known.
    `has_picture`: has somebody drawn it?
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
    """A table in a list."""

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
    """What somebody has bought in for and been paid out, what he has before him, and his net.

    Chips in a hand that is played count as before that hand.
    """

    name: str
    guest: str | None
    bought: int
    paid_out: int
    stack: int
    net: int


class Transfer(Struct, frozen=True):
    """Who owes whom how much, by their places in the list of accounts."""

    debtor: int
    creditor: int
    chips: int


class LedgerView(Struct, frozen=True):
    """The accounts of a table; their nets add up to 0."""

    accounts: list[AccountView]
    transfers: list[Transfer]


class HandLine(Struct, frozen=True):
    """A hand that has ended: when, which game, what everybody made of it, in chips, net."""

    hand: int
    at: int
    game: str
    names: list[str]
    nets: list[int]
    is_void: bool
