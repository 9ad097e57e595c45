"""Encodes a `TableView` for each viewer as JSON.

What is encoded often and changes seldom is cached: messages, rows of a menu, the seats.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from sidepot.engine.event import HandEvent
from sidepot.engine.play import RAIL
from sidepot.engine.stages import Stage, stages
from sidepot.engine.view import ChoiceView, TableView
from sidepot.words import Message, spoken
from sidepot.words.wire import encode

T = TypeVar("T")

_Row = list[tuple[Any, bytes]]


class KeptRoom(NamedTuple):
    """The encoded state of a table outside of the hand, before and after its clock, at a version.

    `time_banks`: those of the chairs, in milliseconds, which are in it.
    """

    version: int
    time_banks: list[int]
    before: bytes
    after: bytes


class JsonCache:
    """Encoded values by key, each encoded again only if its source has changed since last time."""

    def __init__(self) -> None:
        self.room: KeptRoom | None = None
        self._values: dict[Hashable, tuple[object, bytes]] = {}
        self._rows: dict[Hashable, _Row] = {}
        self._last: _Row = []

    def json(self, key: Hashable, source: T, make: Callable[[T], bytes]) -> bytes:
        """The JSON of a source, encoded by `make` if it differs from the key's last source."""
        last = self._values.get(key)
        if last is None or (last[0] is not source and last[0] != source):
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


class SharedView(NamedTuple):
    """The shared part of a view, encoded: an unclosed object of public fields, and every seat."""

    head: bytes
    seats: list[bytes]


_PERSONAL = (
    b',"events":[],"verbs":1,"stages":[],"seats":[],"seat":null,"menu":[],"decided":null,'
    b'"ahead":[]}'
)
"""The end of a view without them: the fields that are encoded apart."""


def shared_view(view: TableView, cache: JsonCache, asked: tuple[int, ...] = ()) -> SharedView:
    """The part of a view that all viewers with an equal concealed record share.

    `asked`: the seats that decide at the same time.
    """
    public = replace(view, asked=asked, events=(), verbs=1, stages=(), seats=(), seat=None, menu=())
    head = encode(public).removesuffix(_PERSONAL)
    return SharedView(head, cache.json_of_each(view.seat, view.seats, encode))


def events_json(events: Sequence[HandEvent]) -> bytes:
    """The events of a view, encoded."""
    return b",".join(map(_event_json, events))


def _event_json(event: HandEvent) -> bytes:
    """An event, kept with it by the language of its words."""
    return event.derive(spoken() if event.label or event.hand else None, encode)


def _choice_json(choice: ChoiceView) -> bytes:
    """A row of the menu, kept with it by the language of its words."""
    return choice.derive(spoken(), encode)


def staged_json(found: Sequence[Stage], verbs: int) -> bytes:
    """The fields of a view about the stages of its events, which the last verbs have brought about.

    Stages are the same for all.
    """
    return b',"verbs":%d,"stages":%b' % (max(verbs, 1), encode(found))


def shared_text(
    shared: SharedView,
    events: bytes,
    staged: bytes,
    own: tuple[int, bytes] | None = None,
) -> bytes:
    """The beginning of a `TableView`, up to the seat that it is for, with some events.

    `own`: a seat as its own player sees it, where others see less of it. `staged`: see
    `staged_json`.
    """
    seats = shared.seats
    if own is not None:
        seats = seats.copy()
        seats[own[0]] = own[1]
    # Joined, which takes a third of the time of a form that is filled.
    parts = (shared.head, b',"events":[', events, b"]", staged, b',"seats":[', b",".join(seats))
    return b"".join((*parts, b'],"seat":'))


def whole_view(
    begun: bytes,
    seat: int,
    menu: Sequence[ChoiceView] = (),
    decided: Message | None = None,
    ahead: Sequence[ChoiceView] = (),
) -> tuple[bytes, ...]:
    """A whole `TableView` for a seat, in pieces: what was begun (`shared_text`), and its own end.

    `decided`: what it has decided together with others, which no other seat is sent. `ahead`: its
    menu if it were its turn now.
    """
    number = _NULL if seat == RAIL else b"%d" % seat
    if not menu and not ahead and decided is None:
        return begun, number, _NOTHING_OWN
    choices, later = (b",".join(map(_choice_json, rows)) for rows in (menu, ahead))
    told = _NULL if decided is None else encode(decided)
    end = (b',"menu":[', choices, b'],"decided":', told, b',"ahead":[', later, b"]}")
    return begun, number, b"".join(end)


_NULL = b"null"
_NOTHING_OWN = b',"menu":[],"decided":null,"ahead":[]}'


def view_json(view: TableView, cache: JsonCache) -> bytes:
    """A whole `TableView` of one viewer."""
    seat = RAIL if view.seat is None else view.seat
    found = stages(view.events, hands=[one.hand for one in view.seats])
    events, staged = events_json(view.events), staged_json(found, 1)
    begun = shared_text(shared_view(view, cache), events, staged)
    return b"".join(whole_view(begun, seat, view.menu))
