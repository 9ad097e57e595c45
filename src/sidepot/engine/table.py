"""The parts of a viewer's table: seats, pots, choices, results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from sidepot.cards import HIDDEN, text
from sidepot.engine.action import Choice, Legal
from sidepot.engine.derived import Shared
from sidepot.engine.event import HandEvent
from sidepot.rules.layout import Course, LaidCard
from sidepot.words import Message

_FACE_DOWN = text(HIDDEN)


class SeatView(NamedTuple):
    """One seat. `status`: live, folded, out, or absent (not dealt in); chips in whole numbers.

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


@dataclass(frozen=True, slots=True)
class PotView:
    """A pot in chips, and the seats that can win it."""

    amount: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ChoiceView(Shared):
    """A legal kind of action. `cost`: chips for the lowest amount; `each`: chips per further unit.

    `cards`: the cards that its amounts pick, the first for the lowest. Where several are picked at
    once, all of them, and `least` and `most` say how many (`rules.sets`); elsewhere these are 0.
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
    """The game's own name for it; "" for the usual one."""
    least: int = 0
    most: int = 0


@dataclass(frozen=True, slots=True)
class ResultView:
    """A seat's result of the hand, in chips: `net`, and `won`, the part taken out of the pots."""

    seat: int
    won: int
    net: int


class Table(NamedTuple):
    """The fields of a `TableView`, which says what they mean."""

    version: int
    game: str
    title: str
    seat: int | None
    hand: int
    decision: int
    to_act: int | None
    seats: tuple[SeatView, ...]
    board: tuple[LaidCard, ...]
    pots: tuple[PotView, ...]
    menu: tuple[ChoiceView, ...]
    facts: tuple[tuple[str, int | Message], ...]
    events: tuple[HandEvent, ...]
    result: tuple[ResultView, ...]
    to_come: int = 0
    course: Course | None = None
    kept: Mapping[str, Any] | None = None

    @property
    def legal(self) -> Legal:
        """The viewer's menu in the form of `Hand.legal`."""
        return Legal(
            Choice(row.kind, row.lowest, row.highest, row.cards, row.said) for row in self.menu
        )
