"""What has just happened at a table, in sentences, encoded once for all who hear the same."""

from __future__ import annotations

from collections.abc import Sequence

from sidepot.engine import narration
from sidepot.engine.event import Event
from sidepot.engine.hand import Hand
from sidepot.room.table import events as e
from sidepot.room.views.encode import said_json
from sidepot.room.views.sentences import Names, sentence


class Narrator:
    """An append, told; or, to whoever has missed something, all of the hand."""

    def __init__(self, hand: Hand | None, events: Sequence[e.AnyEvent], names: Names) -> None:
        self._hand = hand
        self._before: list[bytes] = []
        self._after: list[bytes] = []
        self._has_verb = False
        self._accounts: dict[int, _Account] = {}
        self._found: dict[tuple[int, int | None, bool], bytes] = {}
        for event in events:
            self._read(event, names)

    def _read(self, event: e.AnyEvent, names: Names) -> None:
        """What the room says of an event; what the hand says of its verb follows on the verb's."""
        message = sentence(event, names)
        if message:
            (self._after if self._has_verb else self._before).append(said_json(message))
        self._has_verb |= isinstance(event, (e.HandDealt, e.Acted))

    def json(self, seat: int, *, is_whole: bool) -> bytes:
        """The sentences for a seat, or the rail."""
        account = self._account(seat, is_whole=is_whole)
        listener = seat if seat in account.seats else None  # others hear what all hear
        key = (id(account), listener, is_whole)
        if key not in self._found:
            said = account.said(listener)
            if not is_whole:
                said = [*self._before, *said, *self._after]
            self._found[key] = b"[%b]" % b",".join(said)
        return self._found[key]

    def _account(self, seat: int, *, is_whole: bool) -> _Account:
        """The events of the last verb, if there was one now, or of the whole hand.

        A hand has one object of them for all who know the same; it is kept with what was made of
        it, and so nothing else can have its id.
        """
        events: Sequence[Event] = ()
        if self._hand and is_whole:
            events = self._hand.events(seat)
        elif self._hand and self._has_verb:
            events = self._hand.news(seat)
        if id(events) not in self._accounts:
            names = self._hand.names if self._hand else ()
            self._accounts[id(events)] = _Account(events, names)
        return self._accounts[id(events)]


class _Account:
    """Some events in sentences."""

    def __init__(self, events: Sequence[Event], names: Sequence[str]) -> None:
        self._events = events
        self._names = names
        self._groups = narration.together(events)
        self._for_all = [said_json(narration.sentence(group, names)) for group in self._groups]
        self.seats = {event.seat for event in events}

    def said(self, listener: int | None) -> list[bytes]:
        """The sentences; one seat is spoken to as "you" in those that begin with it."""
        if listener is None:
            return self._for_all
        return [
            said_json(narration.sentence(group, self._names, listener))
            if group[0].seat == listener
            else said
            for group, said in zip(self._groups, self._for_all, strict=True)
        ]
