"""The layout of a table, as a game describes it to front ends. No rule reads it."""

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from msgspec import Struct

from sidepot.cards import text
from sidepot.kernel import column, width
from sidepot.words import Message


class LaidCard(Struct, frozen=True):
    """A card on the table: its text (`??` if face down), where it lies, and whether it is dead."""

    card: str
    zone: str = "hand"
    dead: bool = False


KEPT = 1 << 13
"""Size of the caches of shown hands, about 1 kB each: enough for many tables and their viewers.

A cached value depends on the arguments alone: equal arguments give the same object.
"""


@functools.cache
def laid_card(code: int, zone: str = "hand", *, dead: bool = False) -> LaidCard:
    """The card of a code in a zone; equal ones are the same object."""
    return LaidCard(text(code), zone, dead)


def codes_of(part: Any, seats: int) -> list[tuple[int, ...]]:
    """The codes of each seat's cards, from a part with `card` and `size`."""
    most = width(part, "card")
    card, sizes = column(part, "card", seats * most), column(part, "size", seats)
    return [card[p * most : p * most + size] for p, size in enumerate(sizes)]


def codes_at(part: Any, seat: int) -> tuple[int, ...]:
    """The codes of one seat's cards, from a part with `card` and `size`."""
    start, size = seat * width(part, "card"), column(part, "size", seat + 1)[seat]
    return column(part, "card", start + size)[start:]


def texts(codes: Iterable[int]) -> tuple[str, ...]:
    """The texts of some cards."""
    return tuple(map(text, codes))


@dataclass(frozen=True, slots=True)
class LaidHand:
    """The cards in front of one seat, and the hand that they make."""

    cards: tuple[LaidCard, ...] = ()
    hand: Message | None = None
    """The hand in words."""
    best: tuple[str, ...] = ()
    """The cards that make it, unless they are simply those in front."""
    place: int | None = None
    """Place in the order of play, 0 the lowest, where the game has one."""


_NONE: Mapping[Any, Any] = MappingProxyType({})


class Course(Struct, frozen=True):
    """Progress of a hand, in a game that goes through the same steps every time."""

    steps: int
    """The number of steps that are shown."""
    done: int
    """The number of steps done: the next one is in play."""
    now: Message
    then: tuple[Message, ...] = ()
    """The steps that follow."""


class Layout(NamedTuple):
    """Everything that lies on the table, for front ends to draw."""

    seats: tuple[LaidHand, ...]
    board: tuple[LaidCard, ...] = ()
    dealer: int | None = None
    """The seat with the dealer's button, where that matters."""
    facts: Mapping[str, int | Message] = _NONE
    """Numbers and words worth knowing: cards left, round, ..."""
    prices: Mapping[int, int] = _NONE
    """The price of one unit of an action's amount, in chips, by kind."""
    costs: Mapping[int, int] = _NONE
    """The whole cost of an action, in chips, by kind, where its amount makes no difference."""
    deals: tuple[int, ...] = ()
    """The kinds whose amount is a number of cards that the player gets into the hand."""
    picks: Mapping[int, tuple[str, ...]] = _NONE
    """The cards that an action's amount picks from, by kind; the amount is an index."""
    to_come: int = 0
    """Places of the board that are still empty."""
    course: Course | None = None
