"""Events of a hand, read from a record's journal."""

import functools
import itertools
from dataclasses import dataclass
from decimal import Decimal

from sidepot import cards
from sidepot.errors import EngineError
from sidepot.kernel import Fields, column
from sidepot.rules import journal


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a hand: its kind (`rules.journal.KINDS`), seat, card, number of cards, chips.

    `card` is a text, `??` if it lies face down to the reader, None if there is no card.
    """

    kind: str
    seat: int
    card: str | None = None
    count: int = 0
    amount: int | Decimal = 0
    """Chips; in the replay of a table with smaller units, their value."""

    @property
    def deals(self) -> bool:
        """Whether a card leaves the deck, into a hand or onto the board."""
        return self.kind in _DEALING


_DEALING = tuple(journal.KINDS[number] for number in journal.DEALING)


_COLUMNS = ("kind", "seat", "card", "count", "amount")
_CACHED = 1 << 13
"""Size of the cache of events: a game makes a few thousand different ones in an evening."""


def read(record: Fields) -> tuple[Event, ...]:
    """The events of the last verb. Raises `EngineError` if the journal was too small for them."""
    log = record.journal
    n = log.n
    if n > len(log.kind):
        raise EngineError("law.journal", n=int(n), room=len(log.kind))
    columns = [column(log, name, n) for name in _COLUMNS]
    return tuple(itertools.starmap(_event, zip(*columns, strict=True)))


def owners(record: Fields) -> set[int]:
    """The seats whose cards the last verb moved face down; each knows only its own."""
    log = record.journal
    n = min(log.n, len(log.kind))
    return set(itertools.compress(column(log, "seat", n), column(log, "down", n)))


@functools.lru_cache(maxsize=_CACHED)
def _event(kind: int, seat: int, card: int, count: int, amount: int) -> Event:
    """The event for a row of the journal; equal ones are the same object."""
    text = None if card == cards.NONE else cards.text(card)
    return Event(journal.KINDS[kind], seat, text, count, amount)
