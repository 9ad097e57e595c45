"""What leaves the room: JSON made from concealed records and from what all may know.

One encoding serves all viewers whose concealed records are equal: `TableView` ends with its two
personal fields, which are laid behind the rest.
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
from sidepot.room.table.deal import next_hand, possible
from sidepot.room.table.phase import phase
from sidepot.room.table.rules import game_view
from sidepot.room.table.state import TableState
from sidepot.room.views.encode import JsonCache, choice_of, closed, encode, public_part
from sidepot.room.views.narration import Narrator
from sidepot.room.views.sentences import Names


class _Room(Struct):
    """`seen.RoomView`, its rules, its chairs and its game encoded before."""

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
    muted: list[str]
    choices: list[int]


def _room_seen(context: Context, cache: JsonCache) -> bytes:
    """The table as a piece of furniture: a `RoomView`."""
    state, paused = context.state, context.state.paused_at is not None
    clock = state.clock
    room = _Room(
        name=state.name,
        host=state.host,
        rules=Raw(cache.json("rules", state.rules, _rules)),
        phase=phase(state),
        chairs=Raw(_chairs(state, cache)),
        button=state.button,
        hand=state.hands,
        game=Raw(cache.json("game", state.game, _game)),
        clock=views.ClockView(
            clock.kind, clock.chair, clock.began, clock.time_bank_from, clock.until
        )
        if clock and not paused
        else None,
        next_hand=next_hand(state) if context.is_watched and not clock else None,
        may_show=state.may_show,
        shown={str(number): cards for number, cards in state.shown.items()},
        muted=state.muted,
        choices=possible(state) if clock and clock.kind == "choice" else [],
    )
    return encode(room)


def _rules(found: e.Rules) -> bytes:
    shown = views.RulesView(
        games=[game_view(plan) for plan in found.games],
        dealers_choice=found.dealers_choice,
        chairs=found.chairs,
        least=found.least,
        most=found.most,
        turn=found.turn,
        time_bank=found.time_bank,
        pause=found.pause,
        automatic=found.automatic,
        public=found.public,
        coach=found.coach,
    )
    return encode(shown)


def _game(plan: GamePlan | None) -> bytes:
    return encode(game_view(plan) if plan else None)


def _chairs(state: TableState, cache: JsonCache) -> bytes:
    """All chairs; they are cache by their JSON, because the fold changes them where they are."""
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


_NOTHING = b"null"


class _Head(Struct, tag_field="type", tag="view"):
    """`messages.View` as far as it is the same for everybody, its room encoded before."""

    table: str
    version: int
    now: int
    room: Raw


class ViewBuilder:
    """A table after an append, for everybody who looks: what is equal is encoded once."""

    def __init__(
        self,
        table: str,
        context: Context,
        cache: JsonCache,
        events: Sequence[e.AnyEvent] = (),
        names: Mapping[int, str] | None = None,
    ) -> None:
        """`events` have just been appended; `names`: what chairs were called before that.

        `cache`: what was encoded for this table before.
        """
        self._made_of = table, context, cache, events, names
        self._state = context.state
        self._chairs = {chair.guest: n for n, chair in self._state.chairs.items() if chair.guest}
        head = _Head(table, self._state.version, context.now, Raw(_room_seen(context, cache)))
        self._head = encode(head).removesuffix(b"}")
        playing = self._state.playing
        self._hand = None if playing is None or playing.is_void else context.hand
        self._faces = HandViews(self._hand, cache) if self._hand else None
        chairs = {n: chair.name for n, chair in self._state.chairs.items()}
        called = Names({**(names or {}), **chairs}, self._state.members)
        self._telling = Narrator(self._hand, events, called)

    def without_hand(self) -> ViewBuilder:
        """The same, but for the hand."""
        table, context, cache, events, names = self._made_of
        return ViewBuilder(table, replace(context, hand=None), cache, events, names)

    def view(self, guest: str | None, *, is_whole: bool = False) -> bytes:
        """The message for a guest, or for somebody without a name."""
        found = self._state.seat_of(guest)
        seat = RAIL if found is None else found
        return b'%b,"chair":%b,"is_whole":%b,"hand":%b,"said":%b}' % (
            self._head,
            encode(None if guest is None else self._chairs.get(guest)),
            encode(is_whole),
            self._faces.json(seat) if self._faces else _NOTHING,
            self._telling.json(seat, is_whole=is_whole),
        )


class HandViews:
    """A hand as each seat sees it; equal concealed records have most of their JSON in common."""

    def __init__(self, hand: Hand, cache: JsonCache) -> None:
        self._hand = hand
        self._actor = hand.actor
        self._cache = cache
        self._views = Views(hand)
        self._public: dict[bytes, bytes] = {}
        self._found: dict[int, bytes] = {}

    def json(self, seat: int) -> bytes:
        """The hand as a seat, or the rail, sees it."""
        if seat not in self._found:
            if self._actor is not None and self._actor != seat:
                self.json(self._actor)  # his view has the menu, and most often what all see
            self._found[seat] = self._made(seat, is_due=seat == self._actor)
        return self._found[seat]

    def _made(self, seat: int, *, is_due: bool) -> bytes:
        seen = self._hand.peek(seat)
        concealed = bytes(seen.raw)
        known = self._public.get(concealed)
        if known is not None and not is_due:
            return closed(known, seat, ())
        view = self._views.view(seen.fields, seat, self._hand.legal if is_due else None)
        if known is None:
            known = self._public[concealed] = public_part(view, self._cache)
        return closed(known, seat, view.menu)


def menu_for(hand: Hand | None, seat: int | None) -> list[views.ChoiceView]:
    """What a seat may do, if it is to act."""
    if hand is None or seat is None or seat != hand.actor:
        return []
    return [choice_of(choice) for choice in hand.table(seat).menu]
