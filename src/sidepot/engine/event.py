"""Events of a hand, read from a record's journal."""

import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from typing import overload

from msgspec import Struct

from sidepot import cards
from sidepot.engine.derived import Shared
from sidepot.errors import EngineError
from sidepot.kernel import Fields, column, width
from sidepot.rules import journal
from sidepot.words import Message


class HandEvent(Shared, Struct, frozen=True, dict=True, eq=False):
    """An event of a hand: its kind, seat, card, number of cards, chips.

    The kind is one of `rules.journal.KINDS`, or the name of one that the game declares.

    `card` is a text, `??` if it lies face down to the reader, None if there is no card. `amount` is
    in chips; in the replay of a table with smaller units, their value. `said`: a name of its own
    for it, the game's (`Game.says`) or `COMPLETED`, "" for none; `label`: what stands at the seat
    then, with `{n}` for its chips and `{count}` for its cards. `hand`: the hand that the seat then
    has, for sentences (`engine.naming`). None of these three counts in a comparison.
    """

    kind: str
    seat: int
    card: str | None = None
    count: int = 0
    amount: int | Decimal = 0
    said: str = ""
    label: Message | None = None
    hand: Message | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HandEvent) and self._compared == other._compared

    def __ne__(self, other: object) -> bool:
        return not self == other  # a struct's own compares identities

    def __hash__(self) -> int:
        return hash(self._compared)

    @property
    def _compared(self) -> tuple[object, ...]:
        return self.kind, self.seat, self.card, self.count, self.amount

    @property
    def deals(self) -> bool:
        """Whether a card leaves the deck, into a hand or onto the board."""
        return self.kind in _DEALING

    @property
    def only_tells(self) -> bool:
        """Whether it says what other events mean, and nothing follows from it alone."""
        return self.kind in _TELLING


COMPLETED = "completed"
"""The name of a raise that completes a bet (`rules.betting.completes`)."""
_DEALING = tuple(journal.NAMES[number] for number in journal.DEALING)
_TELLING = frozenset(journal.NAMES[number] for number in journal.TELLING)


_COLUMNS = ("kind", "seat", "card", "count", "amount")
_CACHED = 1 << 13
"""Size of the cache of events: a game makes a few thousand different ones in an evening."""


class News(Sequence[HandEvent]):
    """The events of a verb as a seat knows them: a tuple, made when somebody looks at it."""

    __slots__ = ("_events", "_seat", "_verb")

    def __init__(
        self, events: Callable[[int, int], tuple[HandEvent, ...]], seat: int, verb: int
    ) -> None:
        """`events`: those that a seat knows of a verb, the same at every call (`Hand.events`)."""
        self._events, self._seat, self._verb = events, seat, verb

    def _read(self) -> tuple[HandEvent, ...]:
        return self._events(self._seat, self._verb)

    @overload
    def __getitem__(self, place: int) -> HandEvent: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[HandEvent, ...]: ...
    def __getitem__(self, place: int | slice) -> HandEvent | tuple[HandEvent, ...]:
        return self._read()[place]

    def __iter__(self) -> Iterator[HandEvent]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._read())

    def __eq__(self, other: object) -> bool:
        return self._read() == (other._read() if isinstance(other, News) else other)

    def __hash__(self) -> int:
        return hash(self._read())

    def __repr__(self) -> str:
        return repr(self._read())


def read(record: Fields, says: tuple[tuple[str, str], ...] = ()) -> tuple[HandEvent, ...]:
    """The events of the last verb, by a game's own names.

    Raises `EngineError` if the journal was too small for them.
    """
    log = record.journal
    n = log.n
    check_room(n, width(log, "kind"))
    columns = [column(log, name, n) for name in _COLUMNS]
    own = _own(says)
    if not own:
        return tuple(itertools.starmap(_event, zip(*columns, strict=True)))
    return tuple(_event(*row, own.get(row[0], "")) for row in zip(*columns, strict=True))


@functools.lru_cache(maxsize=256)
def _own(says: tuple[tuple[str, str], ...]) -> dict[int, str]:
    """A game's own names by the numbers of kinds of events."""
    kinds = {kind: number for number, kind in enumerate(journal.NAMES)}
    return {kinds[kind]: name for kind, name in says if kind in kinds}


def check_room(n: int, room: int) -> None:
    """Raise `EngineError` if a journal with room for some events has counted more."""
    if n > room:
        raise EngineError("law.journal", n=int(n), room=room)


def owners(record: Fields) -> set[int]:
    """The seats whose cards the last verb moved face down; each knows only its own."""
    log = record.journal
    n = min(log.n, width(log, "kind"))
    return set(itertools.compress(column(log, "seat", n), column(log, "down", n)))


@functools.lru_cache(maxsize=_CACHED)
def _event(kind: int, seat: int, card: int, count: int, amount: int, said: str = "") -> HandEvent:
    """The event for a row of the journal; equal ones are the same object.

    What the journal counts for a raise is only its name: stored checksums were made without it.
    """
    if kind == journal.RAISED and count:
        count, said = 0, said or COMPLETED
    text = None if card == cards.NONE else cards.text(card)
    label = Message(f"did.{said}", {"n": "{n}", "count": "{count}"}) if said else None
    name = said if said and kind >= len(journal.KINDS) else journal.NAMES[kind]
    return HandEvent(name, seat, text, count, amount, said, label)
