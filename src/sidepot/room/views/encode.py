"""JSON of what a face is shown of a hand: the wire's form of `TableView`.

What is encoded often and changes seldom is cache: sentences, the rules of the table, what lies
before a seat.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Raw, Struct

from sidepot.engine.event import Event
from sidepot.engine.hand import RAIL
from sidepot.engine.view import ChoiceView, LaidCard, PotView, ResultView, SeatView, TableView
from sidepot.protocol import views
from sidepot.protocol.views import sentence_of, wire_value

T = TypeVar("T")
encode = msgspec.json.Encoder().encode


_Row = list[tuple[Any, bytes]]


class JsonCache:
    """JSON by what it was made from: made anew where that is not equal to what it was last time."""

    def __init__(self) -> None:
        self._found: dict[Hashable, tuple[object, bytes]] = {}
        self._rows: dict[Hashable, _Row] = {}
        self._last: _Row = []

    def json(self, key: Hashable, source: T, make: Callable[[T], bytes]) -> bytes:
        """The JSON that `make` makes from a source."""
        last = self._found.get(key)
        if last is None or last[0] != source:
            last = self._found[key] = source, make(source)
        return last[1]

    def each(self, key: Hashable, sources: Sequence[T], make: Callable[[T], bytes]) -> list[bytes]:
        """The same for each of some sources, in their order.

        What differs from last time may still be what was made last for another key.
        """
        if len(self._last) != len(sources):
            self._rows.clear()
            self._last = [(None, b"")] * len(sources)
        found = []
        own = self._rows.get(key, self._last)
        for source, mine, last in zip(sources, own, self._last, strict=True):
            if last[0] == source:
                found.append(last)
            elif mine[0] == source:
                found.append(mine)
            else:
                found.append((source, make(source)))
        self._rows[key] = self._last = found
        return [raw for _, raw in found]


class _Once:
    """JSON of things that are made once and meant again and again: each is encoded once."""

    def __init__(self, make: Callable[[Any], bytes], most: int) -> None:
        """At most so many are cache, each beside its JSON, so that no other can have its id."""
        self._make = make
        self._most = most
        self._found: dict[int, tuple[object, bytes]] = {}

    def __call__(self, source: object) -> bytes:
        """The JSON of something."""
        found = self._found.get(id(source))
        if found is None:
            if len(self._found) >= self._most:
                self._found.clear()
            found = self._found[id(source)] = source, self._make(source)
        return found[1]


def choice_of(choice: ChoiceView) -> views.ChoiceView:
    """A row of the menu as it is sent."""
    return views.ChoiceView(
        kind=choice.kind,
        lowest=choice.lowest,
        highest=choice.highest,
        counted=choice.counted,
        cost=choice.cost,
        each=choice.each,
        cards=list(choice.cards),
        key=choice.key,
        text=sentence_of(choice.text),
    )


said_json = _Once(lambda message: encode(sentence_of(message)), 1 << 13)
"""Of sentences: as many as a hundred tables say over and over."""
_choice_json = _Once(lambda choice: encode(choice_of(choice)), 1 << 12)


class _Around(Struct):
    """`seen.TableView` without its seats, and without what is personal."""

    version: int
    game: str
    title: str
    hand: int
    decision: int
    to_act: int | None
    board: tuple[LaidCard, ...]
    pots: tuple[PotView, ...]
    facts: dict[str, object]
    events: tuple[Event, ...]
    result: tuple[ResultView, ...]


class _Seat(Struct):
    """`seen.SeatView`, the words for its hand encoded before."""

    name: str
    stack: int
    paid: int
    bet: int
    status: str
    marks: tuple[str, ...]
    cards: tuple[LaidCard, ...]
    hand: Raw | None
    best: tuple[str, ...]
    place: int | None


def public_part(view: TableView, cache: JsonCache) -> bytes:
    """All of a view that it shares with others to whom the cards look the same, not closed yet."""
    around = _Around(
        version=view.version,
        game=view.game,
        title=view.title,
        hand=view.hand,
        decision=view.decision,
        to_act=view.to_act,
        board=view.board,
        pots=view.pots,
        facts={name: wire_value(value) for name, value in view.facts},
        events=view.events,
        result=view.result,
    )
    begun = cache.json("around", around, encode).removesuffix(b"}")
    return b'%b,"seats":[%b],' % (begun, b",".join(cache.each(view.seat, view.seats, _seat)))


def _seat(seat: SeatView) -> bytes:
    hand = Raw(said_json(seat.hand)) if seat.hand else None
    return encode(_Seat(*seat[:7], hand, seat.best, seat.place))


def closed(public: bytes, seat: int, menu: Sequence[ChoiceView]) -> bytes:
    """A hand as one seat sees it, from the part that it shares."""
    place = b"null" if seat == RAIL else b"%d" % seat
    choices = b",".join(map(_choice_json, menu))
    return b'%b"seat":%b,"menu":[%b]}' % (public, place, choices)
