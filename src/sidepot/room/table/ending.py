"""The end of a table: its hand is called off, its pots are shared, and all are paid out."""

from __future__ import annotations

import copy

from sidepot.room.table import events as e
from sidepot.room.table import match
from sidepot.room.table.apply import apply
from sidepot.room.table.context import Context, PendingEvents
from sidepot.room.table.paying import paid_out
from sidepot.room.table.waiting_pots import share_all


def end_table(context: Context, **origin: str) -> PendingEvents:
    """The events that end a table: a hand in play is called off, and all players are paid out.

    A hand with real cards that is over is paid out.
    """
    state, events = context.state, list[e.AnyEvent]()
    if state.in_play and context.real and context.real.over:
        events += paid_out(context)
        state = apply(copy.deepcopy(state), events)
    playing = state.in_play
    events += share_all(state, context.now)
    if playing:
        events.append(e.HandVoided(at=context.now, hand=playing.hand, why="ended"))
    leaving = {n for n, chair in state.chairs.items() if chair.status == "leaving"}
    for number in sorted(state.chairs.keys() - leaving):
        events.append(e.Left(at=context.now, chair=number, why="ended"))
    won = match.winners(apply(copy.deepcopy(context.state), events)) if match.running(state) else ()
    winner, sharing = (None, tuple(won)) if len(won) > 1 else (next(iter(won), None), ())
    ended = e.Ended(at=context.now, winner=winner, sharing=sharing, **origin)
    return PendingEvents([*events, ended])
