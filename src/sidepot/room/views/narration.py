"""The sentences about what has just happened, encoded once for all viewers who get the same."""

from __future__ import annotations

from collections.abc import Sequence

from sidepot.engine import narration
from sidepot.engine.event import Event
from sidepot.engine.hand import Hand
from sidepot.room.table import events as e
from sidepot.room.views.encode import sentence_json
from sidepot.room.views.sentences import Names, sentence


class Narrator:
    """The sentences about an append, or, for a viewer who has missed some, about the whole hand."""

    def __init__(self, hand: Hand | None, events: Sequence[e.AnyEvent], names: Names) -> None:
        self._hand = hand
        self._before: list[bytes] = []
        self._after: list[bytes] = []
        self._has_verb = False
        self._narrations: dict[int, _Narration] = {}
        self._json: dict[tuple[int, int | None, bool], bytes] = {}
        for event in events:
            self._add(event, names)

    def _add(self, event: e.AnyEvent, names: Names) -> None:
        """Add the room's sentence about an event.

        Up to the deal or action it stands before the sentences of the hand's own events, and from
        there on after them.
        """
        message = sentence(event, names)
        if message:
            (self._after if self._has_verb else self._before).append(sentence_json(message))
        self._has_verb |= isinstance(event, (e.HandDealt, e.Acted))

    def json(self, seat: int, *, is_whole: bool) -> bytes:
        """The sentences for a seat or the rail, as a JSON array; `is_whole`: of the whole hand."""
        own = self._narration(seat, is_whole=is_whole)
        listener = seat if seat in own.seats else None  # the others get the same sentences
        key = (id(own), listener, is_whole)
        if key not in self._json:
            said = own.sentences(listener)
            if not is_whole:
                said = [*self._before, *said, *self._after]
            self._json[key] = b"[%b]" % b",".join(said)
        return self._json[key]

    def _narration(self, seat: int, *, is_whole: bool) -> _Narration:
        """The hand's events for a seat: those of the append's verb, if any, or of the whole hand.

        A hand has one list of them for all viewers who know the same. It is stored by its id along
        with the sentences, so that no other object can get the same id.
        """
        events: Sequence[Event] = ()
        if self._hand and is_whole:
            events = self._hand.events(seat)
        elif self._hand and self._has_verb:
            events = self._hand.news(seat)
        if id(events) not in self._narrations:
            names = self._hand.names if self._hand else ()
            self._narrations[id(events)] = _Narration(events, names)
        return self._narrations[id(events)]


class _Narration:
    """Some events of a hand as encoded sentences."""

    def __init__(self, events: Sequence[Event], names: Sequence[str]) -> None:
        self._events = events
        self._names = names
        self._groups = narration.together(events)
        self._for_all = [sentence_json(narration.sentence(group, names)) for group in self._groups]
        self.seats = {event.seat for event in events}

    def sentences(self, listener: int | None) -> list[bytes]:
        """The sentences; those that begin with the listener's seat address it as "you"."""
        if listener is None:
            return self._for_all
        return [
            sentence_json(narration.sentence(group, self._names, listener))
            if group[0].seat == listener
            else said
            for group, said in zip(self._groups, self._for_all, strict=True)
        ]
