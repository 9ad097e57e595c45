"""The parts of a viewer's table: seats, pots, choices, results.

They are the same in the engine, on the wire, at a client and for a bot (`words.wire`). All amounts
are in whole chips.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from sidepot.cards import HIDDEN, text
from sidepot.engine.action import Choice, Legal
from sidepot.engine.derived import Shared
from sidepot.engine.event import HandEvent
from sidepot.engine.stages import Stage
from sidepot.rules.layout import Course, LaidCard
from sidepot.words import Message
from sidepot.words.wire import Values

_FACE_DOWN = text(HIDDEN)


class SeatView(Struct, frozen=True):
    """One seat. `status`: live, folded, out, or absent (not dealt in).

    `paid`: in the whole hand; `bet`: the part of it that is in front of the seat, in no pot yet.
    """

    name: str
    stack: int
    paid: int
    bet: int
    status: str
    marks: tuple[str, ...]
    cards: tuple[LaidCard, ...]
    hand: Message | None
    best: tuple[str, ...]
    place: int | None

    @property
    def counting(self) -> tuple[str, ...]:
        """The cards that count: no discards, and none of a hand that is out."""
        return tuple(card.card for card in self.cards if not card.dead)

    @property
    def is_unseen(self) -> bool:
        """Whether a card that counts lies face down to the viewer."""
        return _FACE_DOWN in self.counting


class PotView(Struct, frozen=True):
    """A pot in chips, and the seats that can win it."""

    amount: int
    seats: tuple[int, ...]


class ChoiceView(Shared, Struct, frozen=True, dict=True):
    """A legal kind of action. `cost`: chips for the lowest amount; `each`: chips per further unit.

    `cards`: the cards that its amounts pick, the first for the lowest. Where several are picked at
    once, all of them, and `least` and `most` say how many (`rules.sets`); elsewhere these are 0.
    `said` is the game's own name for it, "" for the usual one, and `label` what a button then says,
    with `{n}` for its amount or else its cost. `words`: those that its amounts stand for. `own`:
    the number of a kind that the game declares (`rules.actions`), 0 for all others. `deals`: its
    amount is a number of cards that the player gets into the hand.
    """

    kind: str
    lowest: int
    highest: int
    counted: bool
    cost: int
    each: int
    cards: tuple[str, ...]
    key: str
    text: Message
    said: str = ""
    label: Message | None = None
    least: int = 0
    most: int = 0
    words: tuple[str, ...] = ()
    own: int = 0
    deals: bool = False

    @property
    def typed(self) -> str:
        """Its name as it is typed, without an amount."""
        return Choice(self.kind, 0, 0).typed


class ResultView(Struct, frozen=True):
    """A seat's result of the hand, in chips: `net`, and `won`, the part taken out of the pots."""

    seat: int
    won: int
    net: int


KeptValue: TypeAlias = int | str | list[int | str]
"""A value that is kept from hand to hand: a number, a card ("" for none), or several.

`pot` are the chips that the hand before has left in the pot.
"""


class Table(Struct, frozen=True, kw_only=True):
    """The fields of a `TableView`, which says what they mean.

    Those that differ between viewers with equal records are the last ones.
    """

    version: int
    game: str
    title: str
    hand: int
    decision: int
    to_act: int | None
    asked: tuple[int, ...] = ()
    board: tuple[LaidCard, ...]
    pots: tuple[PotView, ...]
    facts: Values
    result: tuple[ResultView, ...]
    to_come: int = 0
    course: Course | None = None
    kept: dict[str, KeptValue] | None = None
    events: tuple[HandEvent, ...]
    verbs: int = 1
    stages: tuple[Stage, ...] = ()
    seats: tuple[SeatView, ...]
    seat: int | None
    menu: tuple[ChoiceView, ...]
    decided: Message | None = None
    ahead: tuple[ChoiceView, ...] = ()

    @property
    def legal(self) -> Legal:
        """The viewer's menu in the form of `Hand.legal`."""
        return Legal(
            Choice(row.kind, row.lowest, row.highest, row.cards, row.said, row.words, row.own)
            for row in self.menu
        )
