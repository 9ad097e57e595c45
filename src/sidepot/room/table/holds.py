"""Holds: a player delays the next hand for a while, so that all can look at the last one."""

from __future__ import annotations

from sidepot.errors import Refused
from sidepot.room.table import events as e
from sidepot.room.table.context import Context
from sidepot.room.table.phase import phase

HOLD = 60_000
"""Milliseconds that a hold lasts at most."""


def hold(context: Context, chair: int, **origin: str) -> e.HandHeld:
    """The event that holds the next hand back. Raises `Refused`.

    Each player may do that once after a hand, and `state.MAX_HOLDS` times until hands give them
    back: a table whose players wait is not to be stopped by one of them.
    """
    state = context.state
    if phase(state) != "pause":
        raise Refused("room.refused_hold_now")
    if chair in state.held:
        raise Refused("room.refused_hold_twice")
    if state.chairs[chair].holds <= 0:
        raise Refused("room.refused_holds")
    return e.HandHeld(at=context.now, chair=chair, until=context.now + HOLD, **origin)


def release(context: Context, chair: int, **origin: str) -> e.HandReleased:
    """The event that lets the next hand come. Raises `Refused` for who does not hold it."""
    if context.state.held.get(chair, 0) <= context.now:
        raise Refused("room.refused_release")
    return e.HandReleased(at=context.now, chair=chair, **origin)
