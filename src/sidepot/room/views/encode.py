"""Encodes a hand for one viewer as JSON, in the form of `protocol.views.TableView`.

What is encoded often and changes seldom is cached: sentences, rows of a menu, the seats.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import Raw, Struct

from sidepot.engine import stages
from sidepot.engine.event import HandEvent
from sidepot.engine.play import RAIL
from sidepot.engine.view import (
    ChoiceView,
    Course,
    LaidCard,
    PotView,
    ResultView,
    SeatView,
    TableView,
)
from sidepot.room.protocol import views
from sidepot.room.protocol.views import PLAIN, sentence_of, wire_value, wire_values
from sidepot.words import Message, spoken

T = TypeVar("T")
encode = msgspec.json.Encoder().encode


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
        said=choice.said,
        label=_label("label", choice.said),
        least=choice.least,
        most=choice.most,
    )


def _choice_json(choice: ChoiceView) -> bytes:
    """A row of the menu, encoded."""
    return choice.derive(spoken(), _encoded_choice)


def _encoded_choice(choice: ChoiceView) -> bytes:
    return encode(choice_view(choice))


def _label(section: str, name: str) -> str | None:
    """The label, on a button or seat, of an action that has a name of the game's own.

    Its fields, `{n}` and `{count}`, are filled by the client.
    """
    return spoken().entry(f"{section}.{name}") if name else None


def sentence_json(message: Message) -> bytes:
    """The JSON of a message as a `Sentence`, kept with the message."""
    return message.encoded(_sentence_json)


def _sentence_json(message: Message) -> bytes:
    values = {
        name: value if type(value) in PLAIN else _value(value)
        for name, value in message.values.items()
    }
    return encode(views.Sentence(message.key, values, message.text))


def _value(value: object) -> object:
    """A value of a message, with the messages in it encoded."""
    if type(value) is list and Message not in map(type, value):
        return value
    return Raw(sentence_json(value)) if type(value) is Message else wire_value(value)


class _Public(Struct):
    """`protocol.views.TableView` without its events, its seats and its personal fields."""

    version: int
    game: str
    title: str
    hand: int
    decision: int
    to_act: int | None
    asked: tuple[int, ...]
    board: tuple[LaidCard, ...]
    pots: tuple[PotView, ...]
    facts: dict[str, object]
    result: tuple[ResultView, ...]
    to_come: int
    course: views.CourseView | None
    kept: Mapping[str, Any] | None


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


class SharedView(NamedTuple):
    """The shared part of a view, encoded: an unclosed object of public fields, and every seat."""

    head: bytes
    seats: list[bytes]


def shared_view(view: TableView, cache: JsonCache, asked: tuple[int, ...] = ()) -> SharedView:
    """The part of a view that all viewers with an equal concealed record share.

    `asked`: the seats that decide at the same time.
    """
    public = _Public(
        version=view.version,
        game=view.game,
        title=view.title,
        hand=view.hand,
        decision=view.decision,
        to_act=view.to_act,
        asked=asked,
        board=view.board,
        pots=view.pots,
        facts=wire_values(view.facts),
        result=view.result,
        to_come=view.to_come,
        course=_course(view.course) if view.course else None,
        kept=view.kept,
    )
    head = encode(public).removesuffix(b"}")
    return SharedView(head, cache.json_of_each(view.seat, view.seats, seat_json))


def events_json(events: Sequence[HandEvent]) -> bytes:
    """The events of a view, encoded."""
    return b",".join(map(_event_json, events))


def _event_json(event: HandEvent) -> bytes:
    """An event in the form in which it is sent; the hand's name is in the sentence alone."""
    # Only a name of the game's own is a word.
    return event.derive(spoken() if event.said else None, _encoded_event)


def _encoded_event(event: HandEvent) -> bytes:
    kind, seat, card, amount = event.kind, event.seat, event.card, int(event.amount)
    label = _label("did", event.said)
    return encode(views.EventView(kind, seat, card, event.count, amount, event.said, label))


def _course(course: Course) -> views.CourseView:
    """A course in the form in which it is sent."""
    now, then = sentence_of(course.now), [sentence_of(step) for step in course.then]
    return views.CourseView(course.steps, course.done, now, then)


def seat_json(seat: SeatView) -> bytes:
    """A seat in the form in which it is sent."""
    hand = Raw(sentence_json(seat.hand)) if seat.hand else None
    return encode(_Seat(*seat[:7], hand, seat.best, seat.place))


def staged_json(events: Sequence[HandEvent], verbs: int) -> bytes:
    """The fields of a view about the stages of its events, which the last verbs have brought about.

    `events` are those that the rail knows: stages are the same for all.
    """
    found = stages.stages(events, together=verbs > 1)
    sent = encode([views.StageView(*stage) for stage in found])
    return b',"verbs":%d,"stages":%b' % (max(verbs, 1), sent)


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
    begun: bytes, seat: int, menu: Sequence[ChoiceView] = (), decided: Message | None = None
) -> tuple[bytes, ...]:
    """A whole `TableView` for a seat, in pieces: what was begun (`shared_text`), and its own end.

    `decided`: what it has decided together with others, which no other seat is sent.
    """
    number = _NULL if seat == RAIL else b"%d" % seat
    if not menu and decided is None:
        return begun, number, _NOTHING_OWN
    choices = b",".join(map(_choice_json, menu))
    told = _NULL if decided is None else sentence_json(decided)
    return begun, number, b',"menu":[', choices, b'],"decided":', told, b"}"


_NULL = b"null"
_NOTHING_OWN = b',"menu":[],"decided":null}'


def view_json(view: TableView, cache: JsonCache) -> bytes:
    """A whole `TableView` of one viewer."""
    seat = RAIL if view.seat is None else view.seat
    events, staged = events_json(view.events), staged_json(view.events, 1)
    begun = shared_text(shared_view(view, cache), events, staged)
    return b"".join(whole_view(begun, seat, view.menu))
