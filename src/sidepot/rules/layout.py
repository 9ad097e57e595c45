"""What lies on the table, as a game tells it to the faces. No rule reads this."""

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from sidepot.cards import text
from sidepot.kernel import column
from sidepot.words import Message


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card in sight: its text, `??` when it lies face down, where it lies, and is it dead?"""

    card: str
    zone: str = "hand"
    dead: bool = False


KEPT = 1 << 13
"""Hands that are kept to be shown again, about 1 kB each: those of many tables and their viewers.

What is kept hangs on nothing but the values that are given: equal ones give the same object.
"""


@functools.cache
def laid_card(code: int, zone: str = "hand", *, dead: bool = False) -> LaidCard:
    """The card of a code, lying somewhere; equal ones are the same object."""
    return LaidCard(text(code), zone, dead)


def codes_of(part: Any, most: int, seats: int) -> list[tuple[int, ...]]:
    """The cards of each of so many seats: of a part's `card`, `most` a seat, as many as `size`."""
    card, sizes = column(part, "card", seats * most), column(part, "size", seats)
    return [card[p * most : p * most + size] for p, size in enumerate(sizes)]


def texts(codes: Iterable[int]) -> tuple[str, ...]:
    """The texts of some cards."""
    return tuple(map(text, codes))


@dataclass(frozen=True, slots=True)
class LaidHand:
    """What one seat has in front of it."""

    cards: tuple[LaidCard, ...] = ()
    hand: Message | None = None
    """The hand in words."""
    best: tuple[str, ...] = ()
    """The cards that make it, where these are not simply those in front."""
    place: int | None = None
    """Place in the order of play, 0 the lowest, where the game has one."""


_NONE: Mapping[Any, Any] = MappingProxyType({})


class Layout(NamedTuple):
    """The whole table."""

    seats: tuple[LaidHand, ...]
    board: tuple[LaidCard, ...] = ()
    dealer: int | None = None
    """The seat with the dealer's button, where that matters."""
    facts: Mapping[str, int | Message] = _NONE
    """Numbers and words worth expert_chooser: cards left, round, ..."""
    prices: Mapping[int, int] = _NONE
    """What one unit of an action's amount costs, in chips, by kind."""
    costs: Mapping[int, int] = _NONE
    """What an action costs in all, in chips, by kind, where that does not hang on its amount."""
    picks: Mapping[int, tuple[str, ...]] = _NONE
    """The cards that an action's amount picks from, in their places, by kind."""
