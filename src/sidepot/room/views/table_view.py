"""Encodes a table for each viewer as JSON, from concealed records and from what all may know.

One encoding serves all viewers whose concealed records are equal: the two personal fields of a
`TableView` are its last ones, and are appended for each viewer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Raw, Struct
from msgspec.structs import replace

from sidepot.engine.hand import RAIL, Hand
from sidepot.engine.view import Views
from sidepot.protocol import views
from sidepot.protocol.messages import GamePlan
from sidepot.room.table import events as e
from sidepot.room.table.context import Context
from sidepot.room.table.deal import dealable_games, next_hand
from sidepot.room.table.phase import phase
from sidepot.room.table.rules import game_view
from sidepot.room.table.state import TableState
from sidepot.room.views.encode import JsonCache, choice_view, encode, shared_part, with_seat
from sidepot.room.views.narration import Narrator
from sidepot.room.views.sentences import Names

_MAX_REMOVED = 20
"""Removed guests who are shown at most, so that many of them make no view long."""


class _Room(Struct):
    """`protocol.views.RoomView`, its rules, chairs and game encoded already."""

    name: str
    host: str
    rules: Raw
    phase: str
    chairs: Raw
    button: int | None
    hand: int
    game: Raw
    clock: views.ClockView | None
    next_hand: int | None
    may_show: int | None
    shown: dict[str, tuple[str, ...]]
    rabbit: tuple[str, ...]
    muted: list[str]
    choices: list[int]
    is_closed: bool
    removed: list[views.RemovedView]


def _room_json(context: Context, cache: JsonCache) -> bytes:
    """The table's state outside of the hand: a `RoomView`."""
    state, paused = context.state, context.state.paused_at is not None
    clock = state.clock
    room = _Room(
        name=state.name,
        host=state.host,
        rules=Raw(cache.json("rules", state.rules, _rules_json)),
        phase=phase(state),
        chairs=Raw(_chairs_json(state, cache)),
        button=state.button,
        hand=state.hands,
        game=Raw(cache.json("game", state.game, _game_json)),
        clock=views.ClockView(
            clock.kind, clock.chair, clock.began, clock.time_bank_from, clock.until
        )
        if clock and not paused
        else None,
        next_hand=next_hand(state) if context.is_watched and not clock else None,
        may_show=state.may_show,
        shown={str(number): cards for number, cards in state.shown.items()},
        rabbit=state.rabbit,
        muted=state.muted,
        choices=dealable_games(state) if clock and clock.kind == "choice" else [],
        is_closed=state.is_closed,
        removed=[
            views.RemovedView(guest, removal.name)
            for guest, removal in list(state.removed.items())[-_MAX_REMOVED:]
        ],
    )
    return encode(room)


def _rules_json(rules: e.Rules) -> bytes:
    view = views.RulesView(
        games=[game_view(plan) for plan in rules.games],
        dealers_choice=rules.dealers_choice,
        chairs=rules.chairs,
        least=rules.least,
        most=rules.most,
        turn=rules.turn,
        time_bank=rules.time_bank,
        pause=rules.pause,
        automatic=rules.automatic,
        public=rules.public,
        coach=rules.coach,
        rabbit=rules.rabbit,
    )
    return encode(view)


def _game_json(plan: GamePlan | None) -> bytes:
    return encode(game_view(plan) if plan else None)


def _chairs_json(state: TableState, cache: JsonCache) -> bytes:
    """All chairs; cached by their JSON, because events change the objects in place."""
    source = encode((state.chairs, state.playing and state.playing.accounts))
    return cache.json(
        "chairs", source, lambda _: encode([_chair(state, n) for n, _ in state.seated()])
    )


def _chair(state: TableState, number: int) -> views.ChairView:
    chair = state.chairs[number]
    return views.ChairView(
        chair=number,
        name=chair.name,
        guest=chair.guest,
        bot=chair.bot,
        stack=chair.stack,
        pending_chips=chair.pending_chips,
        status=chair.status,
        is_ready=chair.is_ready,
        time_bank=chair.time_bank,
        seat=state.seat_of(chair.account),
    )


_NULL = b"null"


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
        self._arguments = table, context, cache, events, names
        self._state = context.state
        self._chairs = {chair.guest: n for n, chair in self._state.chairs.items() if chair.guest}
        head = _Head(table, self._state.version, context.now, Raw(_room_json(context, cache)))
        self._head = encode(head).removesuffix(b"}")
        playing = self._state.playing
        self._hand = None if playing is None or playing.is_void else context.hand
        self._hand_views = HandViews(self._hand, cache) if self._hand else None
        chairs = {n: chair.name for n, chair in self._state.chairs.items()}
        all_names = Names({**(names or {}), **chairs}, self._state.members)
        self._narrator = Narrator(self._hand, events, all_names)

    def without_hand(self) -> ViewBuilder:
        """A builder of the same views without their hand, for a game that cannot show it."""
        table, context, cache, events, names = self._arguments
        return ViewBuilder(table, replace(context, hand=None), cache, events, names)

    def view(self, guest: str | None, *, is_whole: bool = False) -> bytes:
        """The encoded `View` for a guest, or for an onlooker without a name (None).

        `is_whole`: with the sentences of the whole hand. Raises whatever the game's code raises.
        """
        own_seat = self._state.seat_of(guest)
        seat = RAIL if own_seat is None else own_seat
        return b'%b,"chair":%b,"is_whole":%b,"hand":%b,"said":%b}' % (
            self._head,
            encode(None if guest is None else self._chairs.get(guest)),
            encode(is_whole),
            self._hand_views.json(seat) if self._hand_views else _NULL,
            self._narrator.json(seat, is_whole=is_whole),
        )


class HandViews:
    """The views of a hand; viewers with equal concealed records share most of the JSON."""

    def __init__(self, hand: Hand, cache: JsonCache) -> None:
        self._hand = hand
        self._actor = hand.actor
        self._cache = cache
        self._views = Views(hand)
        self._shared: dict[bytes, bytes] = {}
        self._json: dict[int, bytes] = {}

    def json(self, seat: int) -> bytes:
        """The encoded `TableView` of a seat or the rail."""
        if seat not in self._json:
            if self._actor is not None and self._actor != seat:
                self.json(self._actor)  # this view has the menu, and most often what all share
            self._json[seat] = self._encode(seat, is_actor=seat == self._actor)
        return self._json[seat]

    def _encode(self, seat: int, *, is_actor: bool) -> bytes:
        concealed = self._hand.peek(seat)
        raw = bytes(concealed.raw)
        shared = self._shared.get(raw)
        if shared is not None and not is_actor:
            return with_seat(shared, seat, ())
        view = self._views.view(concealed.fields, seat, self._hand.legal if is_actor else None)
        if shared is None:
            shared = self._shared[raw] = shared_part(view, self._cache)
        return with_seat(shared, seat, view.menu)


def menu_for(hand: Hand | None, seat: int | None) -> list[views.ChoiceView]:
    """The menu of a seat; empty unless it is to act."""
    if hand is None or seat is None or seat != hand.actor:
        return []
    return [choice_view(choice) for choice in hand.table(seat).menu]
