"""The outcome of the last verbs of a hand, and its stages."""

from __future__ import annotations

from collections.abc import Sequence

from sidepot.engine.event import HandEvent
from sidepot.engine.play import RAIL, Play
from sidepot.engine.stages import Stage, stages
from sidepot.rules import journal

IMPLIED = journal.KINDS[journal.DECIDED]
"""Events of which nothing is told if all have decided at once."""


def _told(hand: Play, verbs: int) -> Sequence[HandEvent]:
    """The events of the last verbs of a hand, as the rail knows them.

    Where several seats have decided at the same time, nothing is told of their having decided.
    """
    if verbs <= 1:
        return hand.events(RAIL, -1)
    heard = (hand.events(RAIL, verb) for verb in range(-verbs, 0))
    return tuple(event for events in heard for event in events if event.kind != IMPLIED)


def stages_of(hand: Play, verbs: int = 1) -> tuple[Stage, ...]:
    """The stages of the last verbs of a hand: more than one where several decide together."""
    names = [seat.hand for seat in hand.laid.seats()]
    return stages(_told(hand, verbs), together=verbs > 1, hands=names)
