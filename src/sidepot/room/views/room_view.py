"""Encodes the state of a table outside of the hand, the same for all viewers (`RoomView`).

While a hand only goes on, nothing in it changes but the clock: the rest is kept.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Raw, Struct

from sidepot.room.protocol import views
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.table import events as e
from sidepot.room.table import match
from sidepot.room.table.absence import shown_end
from sidepot.room.table.context import Context
from sidepot.room.table.deal import dealable_games, next_hand
from sidepot.room.table.decide import is_full
from sidepot.room.table.phase import phase
from sidepot.room.table.rabbit import has_rabbit
from sidepot.room.table.rules import game_view, table_name
from sidepot.room.table.state import MatchState, TableState
from sidepot.room.views.encode import JsonCache, KeptRoom
from sidepot.words.wire import encode

_MAX_REMOVED = 20
"""Removed guests who are shown at most, so that many of them make no view long."""


class _Before(Struct):
    """The fields of `protocol.views.RoomView` before its clock; some encoded already."""

    name: str
    host: str
    rules: Raw
    games: Raw
    phase: str
    chairs: Raw
    button: int | None
    hand: int
    game: Raw


class _After(Struct):
    """The fields of `protocol.views.RoomView` after its clock."""

    next_hand: int | None
    may_show: int | None
    shown: dict[str, tuple[str, ...]]
    rabbit: tuple[str, ...]
    muted: list[str]
    choices: list[int]
    is_closed: bool
    call: str
    removed: list[views.RemovedView]
    holds: list[views.HoldView]
    preparing: bool
    match: views.MatchView | None
    has_rabbit: bool
    is_full: bool


def room_json(context: Context, cache: JsonCache, events: Sequence[e.AnyEvent] = ()) -> bytes:
    """The table's state outside of the hand: a `RoomView`. `events` have just been appended."""
    kept = cache.room = _around_clock(context, cache, events)
    return b'%b,"clock":%b,%b' % (kept.before, encode(clock_view(context)), kept.after)


def _around_clock(context: Context, cache: JsonCache, events: Sequence[e.AnyEvent]) -> KeptRoom:
    """The encoded room without its clock: the last one, if players have only acted since."""
    state, kept = context.state, cache.room
    time_banks = [chair.time_bank for chair in state.chairs.values()]
    goes_on = events and not state.held and all(type(event) is e.Acted for event in events)
    if goes_on and kept and kept[:2] == (state.version - len(events), time_banks):
        return kept._replace(version=state.version)
    before = encode(_before(state, cache)).removesuffix(b"}")
    after = encode(_after(context)).removeprefix(b"{")
    return KeptRoom(state.version, time_banks, before, after)


def clock_view(context: Context) -> views.ClockView | None:
    """The running clock; it ends earlier where nobody whom it runs for is connected."""
    clock = context.state.clock
    if clock is None or context.state.paused_at is not None:
        return None
    until = shown_end(context, clock)
    return views.ClockView(
        clock.kind,
        clock.chair,
        clock.began,
        min(clock.time_bank_from, until),
        until,
        list(clock.together),
    )


def _before(state: TableState, cache: JsonCache) -> _Before:
    return _Before(
        name=table_name(state.name, state.rules.games),
        host=state.host,
        rules=Raw(cache.json("rules", state.rules, encode)),
        games=Raw(cache.json("games", state.rules.games, _games_json)),
        phase=phase(state),
        chairs=Raw(_chairs_json(state, cache)),
        button=state.button,
        hand=state.hands,
        game=Raw(cache.json("game", state.game, _game_json)),
    )


def _after(context: Context) -> _After:
    state, clock = context.state, context.state.clock
    waits = clock is not None or context.is_preparing
    return _After(
        next_hand=next_hand(state) if context.is_watched and not waits else None,
        may_show=state.may_show,
        shown={str(number): cards for number, cards in state.shown.items()},
        rabbit=state.rabbit,
        muted=state.muted,
        choices=dealable_games(state) if clock and clock.kind == "choice" else [],
        is_closed=state.is_closed,
        call=state.call,
        removed=[
            views.RemovedView(guest, removal.name)
            for guest, removal in list(state.removed.items())[-_MAX_REMOVED:]
        ],
        holds=[
            views.HoldView(chair, until)
            for chair, until in sorted(state.held.items())
            if until > context.now
        ],
        preparing=context.is_preparing,
        match=_match(state, state.match) if state.match else None,
        has_rabbit=has_rabbit(context),
        is_full=is_full(state),
    )


def _match(state: TableState, course: MatchState) -> views.MatchView:
    due = match.next_level(state)
    return views.MatchView(
        began=course.began,
        hands=course.hands,
        until=match.until(state),
        times=match.factor(course.level),
        next_times=match.factor(due.level) if due else None,
        next_hands=due.hands if due else None,
        next_at=due.at if due else None,
        places=match.places(state),
        rebuys=[number for number in match.players(state) if match.may_rebuy(state, number)],
    )


def _games_json(plans: list[GamePlan]) -> bytes:
    return encode([game_view(plan) for plan in plans])


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
