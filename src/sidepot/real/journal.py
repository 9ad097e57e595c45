"""The events of a hand with the places of their cards: which of them lie open, which are dealt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sidepot import kernel
from sidepot.cards import NONE
from sidepot.engine.arrange import JournalRow
from sidepot.kernel import Fields
from sidepot.rules.journal import DEALING


class Place(NamedTuple):
    """An event of a hand: the number of its verb, 0 for the deal, and its index in that."""

    verb: int
    row: int


Form = tuple[int, int, int, bool]
"""Everything of an event that does not depend on which card it has: kind, seat, whether it lies
face down, whether it has no card."""


def forms(record: Fields) -> list[Form]:
    """The forms of the events of the last verb."""
    log = record.journal
    n = min(log.n, kernel.width(log, "kind"))
    column = kernel.column
    blank = [card == NONE for card in column(log, "card", n)]
    columns = (column(log, name, n) for name in ("kind", "seat", "down"))
    return list(zip(*columns, blank, strict=True))


def forms_of(rows: Sequence[JournalRow]) -> list[Form]:
    """The forms of events that were read already."""
    return [(row.kind, row.seat, row.down, row.card == NONE) for row in rows]


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
        for number, (kind, _, card, down) in enumerate(rows):
            if card == NONE:
                continue
            if down:
                if kind in DEALING:
                    seen.discard(card)
            elif (verb, number) in pinned:
                seen.add(card)
            elif kind in DEALING or not (card in seen or card in due):
                found.append(Place(verb, number))
                due.add(card)
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
