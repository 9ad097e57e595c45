"""What a viewer is sent of a table: `TableView` and the room around it, as JSON.

Every number of time is whole milliseconds since 1970, every amount whole chips. A *chair* is a
place in the room and keeps its number; a *seat* is a place in the hand that is played, clockwise
from the button's left, and `ChairSeen.seat` says which chair holds which. Where the house plays, it
has the last seat and no chair.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Said(Struct, frozen=True):
    """A sentence: its key in the catalogue, the values in it, and the words."""

    key: str
    values: dict[str, Any]
    text: str


class CardSeen(Struct, frozen=True):
    """A card: its text, `??` when it lies face down, where it lies, and is it dead?"""

    card: str
    zone: str
    dead: bool


class SeatSeen(Struct, frozen=True):
    """One seat of the hand: see `games.view.SeatView`."""

    name: str
    stack: int
    paid: int
    bet: int
    status: str
    marks: list[str]
    cards: list[CardSeen]
    hand: Said | None
    best: list[str]
    place: int | None


class PotSeen(Struct, frozen=True):
    """A pot, and the seats that can win it."""

    amount: int
    seats: list[int]


class ChoiceSeen(Struct, frozen=True):
    """A legal kind of action: see `games.view.ChoiceView`."""

    kind: str
    lowest: int
    highest: int
    counted: bool
    cost: int
    each: int
    cards: list[str]
    key: str
    text: Said


class EventSeen(Struct, frozen=True):
    """Something that happened in the hand: see `games.event.Event`."""

    kind: str
    seat: int
    card: str | None
    count: int
    amount: int


class ResultSeen(Struct, frozen=True):
    """What a seat took out of the pots, and its net in this hand."""

    seat: int
    won: int
    net: int


class TableSeen(Struct, frozen=True):
    """The JSON of a `TableView`: all that a face, a bot or a person is shown of a hand."""

    version: int
    game: str
    title: str
    hand: int
    decision: int
    to_act: int | None
    board: list[CardSeen]
    pots: list[PotSeen]
    facts: dict[str, int | Said]
    events: list[EventSeen]
    result: list[ResultSeen]
    seats: list[SeatSeen]
    seat: int | None
    menu: list[ChoiceSeen]


class ChairSeen(Struct, frozen=True):
    """Who sits in a chair.

    `guest` is a person's public id and `bot` a bot's strength: one of them is None. `stack` is what
    he has between hands (within a hand look at its seat), `coming` what he has bought and gets when
    the hand is over. `status`: in, out (sits out), leaving (gone, and paid out when the hand is
    over). `bank` is what is left of his time bank. `seat` is his place in the hand, if he has one.
    """

    chair: int
    name: str
    guest: str | None
    bot: str | None
    stack: int
    coming: int
    status: str
    is_ready: bool
    bank: int
    seat: int | None


class ClockSeen(Struct, frozen=True):
    """A running clock: whose, when it began, from when on it draws on the bank, when it is up.

    `kind`: turn, or choice (of the next game).
    """

    kind: str
    chair: int
    began: int
    bank_from: int
    until: int


class GameSeen(Struct, frozen=True):
    """A game that the table plays or may play, every option with its value."""

    name: str
    title: str
    options: dict[str, int | str]


class RulesSeen(Struct, frozen=True):
    """What the host has set: see `messages.NewTable`."""

    games: list[GameSeen]
    dealers_choice: bool
    chairs: int
    least: int
    most: int
    turn: int
    bank: int
    pause: int
    automatic: bool
    public: bool
    coach: bool


class RoomSeen(Struct, frozen=True):
    """The table as a piece of furniture, the same for everybody who looks.

    `phase`: waiting (for players, or for somebody to be there), choosing (the dealer names the next
    game), playing, pause (after a hand), paused (by the host), ended. `game` is what is played or
    was last; `next_hand` says when the next hand is dealt. `may_show` is the chair that won unseen
    and has not said yet what he does with his cards; `shown`: by chair the cards that were shown
    after the hand, none if they were mucked. `choices`: while the dealer names a game those that
    can be dealt, by their places in the rules.
    """

    name: str
    host: str
    rules: RulesSeen
    phase: str
    chairs: list[ChairSeen]
    button: int | None
    hand: int
    game: GameSeen | None
    clock: ClockSeen | None
    next_hand: int | None
    may_show: int | None
    shown: dict[str, list[str]]
    muted: list[str]
    choices: list[int]
