"""Encodes a table for each viewer as JSON, from concealed records and public facts.

One encoding serves all viewers whose concealed records are equal: the two personal fields of a
`TableView` are its last ones, and are appended for each viewer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from msgspec import Raw, Struct
from msgspec.structs import replace

from sidepot.engine.game import Hand
from sidepot.engine.play import RAIL
from sidepot.engine.staged import stages_of
from sidepot.engine.view import ChoiceView, Views
from sidepot.room.table import events as e
from sidepot.room.table.context import Context
from sidepot.room.table.play import showable_cards
from sidepot.room.table.position import Position
from sidepot.room.table.state import TableState
from sidepot.room.table.together import asked_seats, turn_of
from sidepot.room.views import real_view
from sidepot.room.views.encode import (
    JsonCache,
    events_json,
    shared_text,
    shared_view,
    staged_json,
    whole_view,
)
from sidepot.room.views.narration import VERBS, Narrator, last_news
from sidepot.room.views.room_view import room_json
from sidepot.room.views.sentences import Names
from sidepot.words import Message
from sidepot.words.wire import encode

T = TypeVar("T")
_NULL = b"null"
_NO_HAND = (_NULL,)


class _Head(Struct, tag_field="type", tag="view"):
    """The fields of `messages.View` that are the same for all viewers, its room encoded already."""

    table: str
    version: int
    now: int
    room: Raw


class ViewBuilder:
    """Builds every viewer's `View` of a table after an append; equal parts are encoded once."""

    def __init__(
        self,
        table: str,
        context: Context,
        cache: JsonCache,
        events: Sequence[e.AnyEvent] = (),
        names: Mapping[int, str] | None = None,
    ) -> None:
        """`events` have just been appended; `names`: the names by chair before that.

        `cache` holds what was encoded for this table before.
        """
        self._state = context.state
        self._chairs = {chair.guest: n for n, chair in self._state.chairs.items() if chair.guest}
        playing = self._state.playing
        accounts = playing.accounts if playing else ()
        self._seats = {account: seat for seat, account in enumerate(accounts)}
        head = _Head(
            table, self._state.shown_version, context.now, Raw(room_json(context, cache, events))
        )
        self._head = encode(head).removesuffix(b"}")
        self._hand = None if playing is None or playing.is_void else context.hand
        self._real = None if playing is None or playing.is_void else context.real
        self._tells = real_view.tells(events)
        verbs = sum(isinstance(event, VERBS) for event in events)
        self._hand_views = HandViews(self._hand, cache, self._state, verbs) if self._hand else None
        chairs = {n: chair.name for n, chair in self._state.chairs.items()}
        all_names = Names({**(names or {}), **chairs}, self._state.members)
        self._narrator = Narrator(self._hand, events, all_names)
        self._asked_for: bytes | None = None
        self._decided = {event.chair for event in events if isinstance(event, e.Decided)}

    def views(self, guests: Iterable[str | None], *, is_whole: bool = False) -> list[bytes]:
        """The encoded views for some viewers: see `view`."""
        return [self.view(guest, is_whole=is_whole) for guest in guests]

    def view(self, guest: str | None, *, is_whole: bool = False) -> bytes:
        """The encoded `View` for a guest, or for an onlooker without a name (None).

        `is_whole`: with the sentences of the whole hand. Raises whatever the game's code raises.
        """
        seat, chair = self._seats.get(guest or "", RAIL), self._chairs.get(guest or "")
        if self._real is not None:
            return self._view_real(self._real, seat, chair, is_whole=is_whole)
        parts = (
            self._head,
            b',"chair":',
            _NULL if chair is None else b"%d" % chair,
            b',"is_whole":true,"hand":' if is_whole else b',"is_whole":false,"hand":',
            *(self._hand_views.pieces(seat) if self._hand_views else _NO_HAND),
            b',"said":',
            self._narrator.json(seat, is_whole=is_whole)
            if is_whole or chair not in self._decided
            else self._decision(seat),
            b',"showable":',
            self._showable(seat, chair),
            b',"real":null}',
        )
        return b"".join(parts)

    def _view_real(self, real: Position, seat: int, chair: int | None, *, is_whole: bool) -> bytes:
        """The encoded `View` of a hand with real cards, of which everybody sees the same."""
        is_telling = is_whole or self._tells
        told = real_view.said_json(real, is_whole=is_whole) if is_telling else []
        said = [*([] if is_whole else self._narrator.of_room), *told]
        parts = (
            self._head,
            b',"chair":',
            _NULL if chair is None else b"%d" % chair,
            b',"is_whole":true,"hand":' if is_whole else b',"is_whole":false,"hand":',
            real_view.table_json(real, None if seat == RAIL else seat),
            b',"said":[',
            b",".join(said),
            b'],"showable":[],"real":',
            self._real_json(real),
            b"}",
        )
        return b"".join(parts)

    def _real_json(self, real: Position) -> bytes:
        """The question of a hand with real cards, encoded once for all viewers."""
        if self._asked_for is None:
            self._asked_for = real_view.real_json(self._state, real)
        return self._asked_for

    def _showable(self, seat: int, chair: int | None) -> bytes:
        """The cards of which a player may show one now, encoded."""
        playing, hand = self._state.playing, self._hand
        if playing is None or hand is None or not playing.is_over or seat == RAIL or chair is None:
            return b"[]"
        if chair in self._state.shown or playing.chairs[seat] != chair:
            return b"[]"
        return encode(showable_cards(hand, seat))

    def _decision(self, seat: int) -> bytes:
        """The sentence for a viewer who has just decided in secret: that it counts."""
        if self._hand_views is None:
            return self._narrator.json(seat, is_whole=False)
        choice = self._hand_views.decided(seat)
        return b"[%b]" % encode(Message("room.decided", {"choice": choice}))


class HandViews:
    """The views of a hand: one text of public facts, completed for each viewer.

    What a viewer sees besides is read off the record that is concealed for them.
    """

    def __init__(self, hand: Hand, cache: JsonCache, state: TableState, verbs: int = 1) -> None:
        """`verbs`: how many of them have just been played."""
        self._hand = hand
        self._cache = cache
        self._state = state
        self._actor = hand.actor
        self._asked = asked_seats(state)
        self._views = Views(hand)
        news = last_news(hand, verbs)
        self._events = _each_once(news, events_json)
        """The events of the last verbs for every seat and, last, the rail."""
        self._staged = staged_json(stages_of(hand, verbs), verbs)
        self._pieces: dict[int, tuple[bytes, ...]] = {}
        self._texts: dict[int, bytes] = {}
        """The beginning of the view without private parts, by the id of its events."""
        self._shared = shared_view(self._views.public, cache, self._asked)

    def pieces(self, seat: int) -> tuple[bytes, ...]:
        """The encoded `TableView` of a seat or the rail, in pieces."""
        found = self._pieces.get(seat)
        if found is None:
            found = self._pieces[seat] = self._encode(seat)
        return found

    def _encode(self, seat: int) -> tuple[bytes, ...]:
        hand, events = self._hand, self._events[seat]
        if seat in self._asked:
            return self._encode_asked(seat, events)
        legal = hand.legal if seat == self._actor else None
        menu = self._views.menu(legal, seat) if legal else ()
        ahead = self._ahead(seat)
        seen = self._views.seen(seat)
        if bytes(seen.raw) == self._views.record:
            # Found by the identity of `events`, which `_events` keeps.
            begun = self._texts.get(id(events))
            if begun is None:
                begun = shared_text(self._shared, events, self._staged)
                self._texts[id(events)] = begun
            return whole_view(begun, seat, menu, ahead=ahead)
        if hand.game.own:
            view = self._views.own(seen.fields, seat)
            own = self._cache.json(("own", seat), view, encode)
            begun = shared_text(self._shared, events, self._staged, (seat, own))
            return whole_view(begun, seat, menu, ahead=ahead)
        whole = self._views.view(seen.fields, seat, legal)
        begun = shared_text(shared_view(whole, self._cache), events, self._staged)
        return whole_view(begun, seat, whole.menu, ahead=ahead)

    def _ahead(self, seat: int) -> tuple[ChoiceView, ...]:
        """The menu of a seat that waits, if it were its turn now; none for a bot's or the rail."""
        if seat == RAIL or self._hand.over:
            return ()
        legal = self._hand.ahead(seat)
        return self._views.menu(legal, seat) if legal else ()

    def _encode_asked(self, seat: int, events: bytes) -> tuple[bytes, ...]:
        """The view of a seat that decides together with others, as if it were first to do so.

        Once it has, one of the others is to act, always the same one.
        """
        turn, decided = turn_of(self._state, self._hand, seat), None
        hand = turn or self._hand
        legal = turn.legal if turn else None
        views = Views(hand)
        whole = views.view(views.seen(seat).fields, seat, legal)
        if not turn:
            other = next((other for other in self._asked if other != seat), None)
            whole, decided = replace(whole, to_act=other), self.decided(seat)
        shared = shared_view(whole, self._cache, self._asked)
        begun = shared_text(shared, events, self._staged)
        return whole_view(begun, seat, whole.menu, decided)

    def decided(self, seat: int) -> Message | None:
        """A seat's choice in a simultaneous decision, in words; None before it is made."""
        playing = self._state.in_play
        action = self._state.decided.get(playing.chairs[seat]) if playing else None
        return self._hand.asking(seat).legal.told(action) if action else None


def _each_once(sources: Sequence[T], make: Callable[[T], bytes]) -> list[bytes]:
    """`make` of each object, called once for equal ids; `sources` keeps them alive meanwhile."""
    made: dict[int, bytes] = {}
    for source in sources:
        if id(source) not in made:
            made[id(source)] = make(source)
    return [made[id(source)] for source in sources]


def menu_for(state: TableState, hand: Hand | None, guest: str | None) -> list[ChoiceView]:
    """The menu of a guest; empty unless they are to act."""
    seat = state.seat_of(guest)
    turn = turn_of(state, hand, seat) if hand else None
    if turn is None or seat is None:
        return []
    return list(turn.view(seat).menu)
