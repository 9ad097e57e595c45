"""What a viewer is sent of a table: `TableView` and the room around it, as JSON.

Every number of time is whole milliseconds since 1970, every amount whole chips. A *chair* is a
place in the room and keeps its number; a *seat* is a place in the hand that is played, clockwise
from the button's left, and `ChairView.seat` says which chair holds which. Where the house plays, it
has the last seat and no chair.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from sidepot.words import Message


class Sentence(Struct, frozen=True):
    """A sentence: its key in the catalogue, the values in it, and the words."""

    key: str
    values: dict[str, Any]
    text: str


_PLAIN = frozenset({str, int, float, bool, type(None)})
"""Types of most values, which go as they are."""


def sentence_of(message: Message) -> Sentence:
    """A message of the catalogue as it is sent."""
    values = {
        name: value if type(value) in _PLAIN else wire_value(value)
        for name, value in message.values.items()
    }
    return Sentence(message.key, values, message.text)


def wire_value(value: object) -> object:
    """A value of a message or a fact as it is sent: messages in it become sentences."""
    if isinstance(value, Message):
        return sentence_of(value)
    if isinstance(value, (list, tuple)) and Message in map(type, value):
        return [wire_value(item) for item in value]
    return value


class CardView(Struct, frozen=True):
    """A card: its text, `??` when it lies face down, where it lies, and is it dead?"""

    card: str
    zone: str
    dead: bool


class SeatView(Struct, frozen=True):
    """One seat of the hand: see `games.view.SeatView`."""

    name: str
    stack: int
    paid: int
    bet: int
    status: str
    marks: list[str]
    cards: list[CardView]
    hand: Sentence | None
    best: list[str]
    place: int | None


class PotView(Struct, frozen=True):
    """A pot, and the seats that can win it."""

    amount: int
    seats: list[int]


class ChoiceView(Struct, frozen=True):
    """A legal kind of action: see `games.view.ChoiceView`."""

    kind: str
    lowest: int
    highest: int
    counted: bool
    cost: int
    each: int
    cards: list[str]
    key: str
    text: Sentence


class EventView(Struct, frozen=True):
    """Something that happened in the hand: see `games.event.Event`."""

    kind: str
    seat: int
    card: str | None
    count: int
    amount: int


class ResultView(Struct, frozen=True):
    """What a seat took out of the pots, and its net in this hand."""

    seat: int
    won: int
    net: int


class TableView(Struct, frozen=True):
    """The JSON of a `TableView`: all that a face, a bot or a person is shown of a hand."""

    version: int
    game: str
    title: str
    hand: int
    decision: int
    to_act: int | None
    board: list[CardView]
    pots: list[PotView]
    facts: dict[str, int | Sentence]
    events: list[EventView]
    result: list[ResultView]
    seats: list[SeatView]
    seat: int | None
    menu: list[ChoiceView]


class ChairView(Struct, frozen=True):
    """Who sits in a chair.

    `guest` is a person's public id and `bot` a bot's strength: one of them is None. `stack` is what
    they have between hands (within a hand look at its seat), `pending_chips` what they have bought
    and get when the hand is over. `status`: in, out (sits out), leaving (gone, and paid out when
    the hand is over). `time_bank` is what is left of their time bank. `seat` is their place in the
    hand, if they have one.
    """

    chair: int
    name: str
    guest: str | None
    bot: str | None
    stack: int
    pending_chips: int
    status: str
    is_ready: bool
    time_bank: int
    seat: int | None


class ClockView(Struct, frozen=True):
    """A running clock: whose, when it began, from when on it draws on the bank, when it is up.

    `kind`: turn, or choice (of the next game).
    """

    kind: str
    chair: int
    began: int
    time_bank_from: int
    until: int


class GameView(Struct, frozen=True):
    """A game that the table plays or may play, every option with its value."""

    name: str
    title: str
    options: dict[str, int | str]


class RulesView(Struct, frozen=True):
    """What the host has set: see `messages.NewTable`."""

    games: list[GameView]
    dealers_choice: bool
    chairs: int
    least: int
    most: int
    turn: int
    time_bank: int
    pause: int
    automatic: bool
    public: bool
    coach: bool


class RoomView(Struct, frozen=True):
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
    rules: RulesView
    phase: str
    chairs: list[ChairView]
    button: int | None
    hand: int
    game: GameView | None
    clock: ClockView | None
    next_hand: int | None
    may_show: int | None
    shown: dict[str, list[str]]
    muted: list[str]
    choices: list[int]
