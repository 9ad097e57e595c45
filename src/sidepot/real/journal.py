"""The events of a hand with the places of their cards: which of them lie open, which are dealt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sidepot.cards import NONE
from sidepot.engine.arrange import JournalRow


class Place(NamedTuple):
    """An event of a hand: the number of its verb, 0 for the deal, and its index in that."""

    verb: int
    row: int


def open_places(
    verbs: Sequence[Sequence[JournalRow]], pinned: frozenset[Place]
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


def held_down(verbs: Sequence[Sequence[JournalRow]], seat: int) -> list[Place]:
    """The places of the cards that a seat holds face down: neither shown nor laid aside since."""
    held: dict[int, Place] = {}
    for verb, rows in enumerate(verbs):
        for number, row in enumerate(rows):
            if row.seat != seat or row.card == NONE:
                continue
            if row.down and row.deals:
                held[row.card] = Place(verb, number)
            else:
                held.pop(row.card, None)
    return list(held.values())
