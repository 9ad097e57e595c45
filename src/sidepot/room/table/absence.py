"""Absence: less time without a connection, nudges, and the next host."""

from __future__ import annotations

from sidepot.errors import Refused
from sidepot.room.table.clock import HOST_TIMEOUT, NOW, SECOND
from sidepot.room.table.context import Context
from sidepot.room.table.state import RunningClock, TableState

ABSENT = 20 * SECOND
"""The time that a player without a connection has for a turn, and no time bank after it."""

_NUDGE_AFTER = 10 * SECOND
"""The time for which nobody is nudged, from the beginning of a turn and from the last nudge."""


def check_nudge(state: TableState, guest: str, now: int, last: int) -> None:
    """Raise `Refused` unless somebody else has let time pass; `last`: when one was nudged last.

    Of several who are asked together nobody learns by it who has decided.
    """
    clock = state.clock
    asked = (clock.together or (clock.chair,)) if clock and state.paused_at is None else ()
    others = {state.chairs[number].guest for number in asked} - {None, guest}
    if clock is None or not others or now < max(clock.began, last) + _NUDGE_AFTER:
        raise Refused("room.refused_nudge", seconds=_NUDGE_AFTER // SECOND)


def turn_end(context: Context, clock: RunningClock, number: int) -> int:
    """When the clock ends for one of its chairs, in milliseconds since 1970.

    A connection may be lost and found again in a turn, so `ABSENT` is counted from the loss.
    """
    gone_since = context.gone.get(context.state.chairs[number].guest or "")
    if gone_since is None:
        return clock.until
    turn = context.state.rules.turn * SECOND
    began = clock.time_bank_from - turn  # follows every pause of the table
    return min(clock.until, max(gone_since + ABSENT, began + min(turn, ABSENT)))


def shown_end(context: Context, clock: RunningClock) -> int:
    """When the clock ends for all of its chairs; it tells nothing of who has decided already."""
    chairs = context.state.chairs
    people = [
        number
        for number in clock.together or (clock.chair,)
        if chairs[number].guest and chairs[number].is_playing
    ]
    return max((turn_end(context, clock, number) for number in people), default=clock.until)


def next_host(context: Context) -> str | None:
    """The next host: of the connected members one who acts at the table, if there is one.

    Players whose last turn the clock did not end come first, then others with a chair, then the
    rest, each in the order in which they connected. A host who is here is followed by a
    player who acts, or by nobody.
    """
    state = context.state
    members = [guest for guest in context.connected if guest in state.members]
    others = [guest for guest in members if guest != state.host]
    found = min(others, key=lambda guest: _idleness(context, guest), default=None)
    is_here = state.host in context.connected
    return None if found and is_here and _idleness(context, found) else found


def host_due(context: Context) -> int | None:
    """When the host's role passes on, in milliseconds since 1970; None as long as it stays.

    It leaves a host who is gone after `HOST_TIMEOUT`, and one whom the clock has made sit out at
    once.
    """
    state = context.state
    if state.is_ended or next_host(context) is None:
        return None
    if gone_since := context.gone.get(state.host):
        return gone_since + HOST_TIMEOUT
    chair = state.chairs.get(number) if (number := state.chair_of(state.host)) is not None else None
    return NOW if chair and not chair.is_playing and chair.late else None


def _idleness(context: Context, guest: str) -> int:
    """0 for a player who acts, 1 for one who sits out or lets turns pass, 2 without a chair."""
    number = context.state.chair_of(guest)
    if number is None:
        return 2
    chair = context.state.chairs[number]
    return int(not chair.is_playing or chair.late > 0)
