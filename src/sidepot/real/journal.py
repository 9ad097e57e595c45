"""The events of a hand with the places of their cards: which of them lie open, which are dealt."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from sidepot import kernel
from sidepot.cards import NONE
from sidepot.kernel import Fields
from sidepot.rules import journal


class Row(NamedTuple):
    """An event of a record: its kind by number, its seat, the physical card if it has one."""

    kind: int
    seat: int
    card: int
    down: int

    @property
    def deals(self) -> bool:
        """Whether a card leaves the deck."""
        return self.kind in journal.DEALING

    @property
    def is_open(self) -> bool:
        """Whether it has a card that all see."""
        return self.card != NONE and not self.down

    @property
    def form(self) -> tuple[int, int, int, bool]:
        """Everything of it that does not depend on which card it is."""
        return self.kind, self.seat, self.down, self.card == NONE


_COLUMNS = ("kind", "seat", "card", "down")


def rows_of(record: Fields) -> list[Row]:
    """The events of the last verb, with nothing concealed."""
    log = record.journal
    n = min(log.n, kernel.width(log, "kind"))
    columns = [kernel.column(log, name, n) for name in _COLUMNS]
    return list(itertools.starmap(Row, zip(*columns, strict=True)))


class Place(NamedTuple):
    """An event of a hand: the number of its verb, 0 for the deal, and its index in that."""

    verb: int
    row: int


def open_places(
    verbs: Sequence[Sequence[Row]], pinned: frozenset[Place]
) -> tuple[list[Place], set[int]]:
    """The open cards that nobody has told, and the physical cards that all have seen.

    `pinned`: the places whose cards were told. A card that is dealt is told each time; one that
    moves is told unless all saw it before. What goes back face down is unseen again.
    """
    found: list[Place] = []
    seen: set[int] = set()
    due: set[int] = set()
    for verb, rows in enumerate(verbs):
        for number, row in enumerate(rows):
            if row.card == NONE:
                continue
            place = Place(verb, number)
            if row.down:
                seen -= {row.card} if row.deals else set()
            elif place in pinned:
                seen.add(row.card)
            elif row.deals or row.card not in seen | due:
                found.append(place)
                due.add(row.card)
    return found, seen
