"""Sentences about the latest events, encoded once for all viewers who get the same.

Most of what is said at one table is said at every other too, but of other people. So a sentence is
encoded once with marks for the names in it, and the names of a table are filled in.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from itertools import chain
from operator import itemgetter
from typing import NamedTuple

from sidepot.engine import narration
from sidepot.engine.event import HandEvent
from sidepot.engine.game import Hand
from sidepot.engine.play import RAIL
from sidepot.engine.staged import IMPLIED
from sidepot.room.table import events as e
from sidepot.room.views.sentences import Names, sentence
from sidepot.words import Message, spoken
from sidepot.words.wire import encode, sentence_of

VERBS = (e.HandDealt, e.Acted)
"""Events of the log by which the record of a hand goes on."""
_MARK = "\ufdd0{language}:{seat}\ufdd1"
"""A placeholder for the name of a seat: Unicode reserves these two for internal use."""
_MARKED = re.compile(_MARK.format(language="[^:]*", seat=r"(\d+)").encode())


def last_news(hand: Hand, verbs: int) -> Sequence[Sequence[HandEvent]]:
    """The events of the last verbs of a hand, as every seat and, last, the rail may know them.

    They are the same object for all who have heard the same.
    """
    viewers = (*range(hand.seats), RAIL)
    if verbs <= 1:
        return [hand.events(viewer, -1) for viewer in viewers]
    known: dict[Sequence[HandEvent], Sequence[HandEvent]] = {}
    told = ([hand.events(viewer, verb) for verb in range(-verbs, 0)] for viewer in viewers)
    news = (tuple(one for one in chain(*heard) if one.kind != IMPLIED) for heard in told)
    return [known.setdefault(events, events) for events in news]


class Narrator:
    """The sentences about an append, or, for a viewer who has missed some, about the whole hand.

    They are in the language that is spoken when it is made.
    """

    def __init__(self, hand: Hand | None, events: Sequence[e.AnyEvent], names: Names) -> None:
        self._hand = hand
        self._teller = _Teller(hand.names if hand else ())
        self._before: list[bytes] = []
        self._after: list[bytes] = []
        self._narrations: dict[int, _Narration] = {}
        verbs = 0
        for event in events:
            if message := sentence(event, names):
                (self._after if verbs else self._before).append(encode(message))
            verbs += isinstance(event, VERBS)
        self._heard: Sequence[Sequence[HandEvent]] | None = None
        """The events of the verbs that were appended, for every seat and, last, the rail."""
        if hand and verbs:
            self._heard = last_news(hand, verbs)

    @property
    def of_room(self) -> list[bytes]:
        """The sentences of the room's own events, encoded."""
        return [*self._before, *self._after]

    def json(self, seat: int, *, is_whole: bool) -> bytes:
        """The sentences for a seat or the rail, as a JSON array; `is_whole`: of the whole hand.

        Those of the room stand before those of the hand's own events up to the deal or action, and
        from there on after them.
        """
        if is_whole:
            whole = self._hand.events(seat) if self._hand else ()
            return _Narration(whole, self._teller).json(seat)
        events = self._heard[seat] if self._heard else ()
        # All viewers who know the same have one list of events. It is stored by its id along with
        # the sentences, so that no other object can get the same id.
        found = self._narrations.get(id(events))
        if found is None:
            found = _Narration(events, self._teller, self._before, self._after)
            self._narrations[id(events)] = found
        return found.json(seat)


class _Narration:
    """Some events of a hand as encoded sentences, between those of the room."""

    def __init__(
        self,
        events: Sequence[HandEvent],
        teller: _Teller,
        before: Sequence[bytes] = (),
        after: Sequence[bytes] = (),
    ) -> None:
        self._events = events
        self._teller = teller
        self._before, self._after = before, after
        self._groups = narration.together(events)
        self._for_all: list[bytes] = []
        """The sentences that address nobody."""
        self._json: dict[int, bytes] = {}
        """By the seat that is addressed as "you"."""
        self._seats = {group[0].seat for group in self._groups}
        """The seats with which a sentence begins."""

    def json(self, seat: int) -> bytes:
        """The sentences as a JSON array; those that begin with the seat address it as "you"."""
        listener = seat if seat in self._seats else RAIL
        found = self._json.get(listener)
        if found is None:
            told = self._told(listener)
            found = self._json[listener] = b"[%b]" % b",".join((*self._before, *told, *self._after))
        return found

    def _told(self, listener: int) -> list[bytes]:
        """The sentences of the hand for a listener."""
        say = self._teller.say
        if not self._for_all:
            self._for_all = [say(group, RAIL) for group in self._groups]
        if listener == RAIL:
            return self._for_all
        return [
            say(group, listener) if group[0].seat == listener else for_all
            for group, for_all in zip(self._groups, self._for_all, strict=True)
        ]


class _Form(NamedTuple):
    """An encoded sentence with `%b` for each name, and what picks these of the names by seat."""

    text: bytes
    names: Callable[[Sequence[bytes]], bytes | tuple[bytes, ...]]


class _Teller:
    """Encodes sentences about a table's players."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = [encode(name)[1:-1] for name in names]
        """By seat, as they stand in JSON."""
        self._spoken = spoken()

    def say(self, group: Sequence[HandEvent], listener: int) -> bytes:
        """The encoded sentence for some events, to a seat or to nobody."""
        is_kept = len(group) == 1 and not group[0].hand
        form = self._kept_form(group, listener) if is_kept else self._form(group, listener)
        return form.text % form.names(self._names)

    def _kept_form(self, group: Sequence[HandEvent], listener: int) -> _Form:
        """The form of the sentence for one event, which is kept with it."""
        event = group[0]
        # An event without a seat names the last seat, whose number depends on the table's size.
        is_own = event.seat == listener if event.seat != RAIL else len(self._names)
        return event.derive((self._spoken, is_own), lambda _: self._form(group, listener))

    def _form(self, group: Sequence[HandEvent], listener: int) -> _Form:
        marks = _marks(self._spoken.name, len(self._names))
        return narration.sentence(group, marks, listener).encoded(_form)


def _form(message: Message) -> _Form:
    """The form of a message whose names are marks."""
    text = encode(sentence_of(message)).replace(b"%", b"%%")
    seats = tuple(map(int, _MARKED.findall(text)))
    return _Form(_MARKED.sub(b"%b", text), itemgetter(*seats) if seats else _no_names)


def _no_names(_: Sequence[bytes]) -> tuple[bytes, ...]:
    return ()


@functools.cache
def _marks(language: str, seats: int) -> tuple[str, ...]:
    """A mark for each seat, others in every language: a message keeps but one encoding."""
    return tuple(_MARK.format(language=language, seat=seat) for seat in range(seats))
