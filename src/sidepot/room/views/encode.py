"""Encodes a hand for one viewer as JSON, in the form of `protocol.views.TableView`.

What is encoded often and changes seldom is cached: sentences, rows of a menu, the seats.
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
    """Encoded values by key, each encoded again only if its source has changed since last time."""

    def __init__(self) -> None:
        self._values: dict[Hashable, tuple[object, bytes]] = {}
        self._rows: dict[Hashable, _Row] = {}
        self._last: _Row = []

    def json(self, key: Hashable, source: T, make: Callable[[T], bytes]) -> bytes:
        """The JSON of a source, encoded by `make` if it differs from the key's last source."""
        last = self._values.get(key)
        if last is None or last[0] != source:
            last = self._values[key] = source, make(source)
        return last[1]

    def json_of_each(
        self, key: Hashable, sources: Sequence[T], make: Callable[[T], bytes]
    ) -> list[bytes]:
        """The JSON of each of a row of sources, in their order.

        A source that differs from the key's last one may still equal the one that was encoded last
        at the same place for another key.
        """
        if len(self._last) != len(sources):
            self._rows.clear()
            self._last = [(None, b"")] * len(sources)
        row = []
        own = self._rows.get(key, self._last)
        for source, mine, last in zip(sources, own, self._last, strict=True):
            if last[0] == source:
                row.append(last)
            elif mine[0] == source:
                row.append(mine)
            else:
                row.append((source, make(source)))
        self._rows[key] = self._last = row
        return [raw for _, raw in row]


class _IdentityCache:
    """The JSON of objects that are used again and again, by identity: each is encoded once."""

    def __init__(self, make: Callable[[Any], bytes], max_size: int) -> None:
        """The cache empties itself when `max_size` objects are in it.

        It holds each object along with its JSON, so that no other object can get the same id.
        """
        self._make = make
        self._max_size = max_size
        self._values: dict[int, tuple[object, bytes]] = {}

    def __call__(self, source: object) -> bytes:
        """The JSON of an object."""
        value = self._values.get(id(source))
        if value is None:
            if len(self._values) >= self._max_size:
                self._values.clear()
            value = self._values[id(source)] = source, self._make(source)
        return value[1]


def choice_view(choice: ChoiceView) -> views.ChoiceView:
    """A row of the menu in the form in which it is sent."""
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


sentence_json = _IdentityCache(lambda message: encode(sentence_of(message)), 1 << 13)
"""The JSON of a message as a `Sentence`; the cache has room for what a hundred tables repeat."""
_choice_json = _IdentityCache(lambda choice: encode(choice_view(choice)), 1 << 12)


class _SharedView(Struct):
    """`protocol.views.TableView` without its seats and its personal fields."""

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
    """`protocol.views.SeatView`, the words for its hand encoded already."""

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


def shared_part(view: TableView, cache: JsonCache) -> bytes:
    """The part of a view that all viewers with an equal concealed record share.

    It is a JSON object without its closing brace: `with_seat` completes it.
    """
    shared = _SharedView(
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
    start = cache.json("shared", shared, encode).removesuffix(b"}")
    seats = cache.json_of_each(view.seat, view.seats, _seat_json)
    return b'%b,"seats":[%b],' % (start, b",".join(seats))


def _seat_json(seat: SeatView) -> bytes:
    hand = Raw(sentence_json(seat.hand)) if seat.hand else None
    return encode(_Seat(*seat[:7], hand, seat.best, seat.place))


def with_seat(shared: bytes, seat: int, menu: Sequence[ChoiceView]) -> bytes:
    """A whole `TableView` for a seat, from the part that it shares and its personal fields."""
    number = b"null" if seat == RAIL else b"%d" % seat
    choices = b",".join(map(_choice_json, menu))
    return b'%b"seat":%b,"menu":[%b]}' % (shared, number, choices)
