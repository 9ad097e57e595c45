"""The end of a hand with real cards: it is paid out once somebody asks for the next one."""

from __future__ import annotations

from collections.abc import Iterator

from sidepot.room.table import events as e
from sidepot.room.table.context import Context
from sidepot.room.table.play import voided
from sidepot.room.table.records import records_of
from sidepot.room.table.waiting_pots import share_before_the_end
from sidepot.room.table.waiting_values import keeps_of


def paid_out(context: Context, **origin: str) -> Iterator[e.AnyEvent]:
    """The events that end the hand in play, which is over: its chips, or a misdeal.

    Nothing is shown after it: its hidden cards are in nobody's deck but that on the table.
    """
    state, playing, position = context.state, context.state.in_play, context.real
    assert playing is not None
    assert position is not None
    if position.real.called_off:
        yield from voided(context, "misdeal", **origin)
        return
    hand = position.hand
    keeps = keeps_of(hand)
    shared = [*share_before_the_end(state, playing.game, keeps.pot if keeps else 0, context.now)]
    yield from shared
    yield e.HandEnded(
        at=context.now,
        hand=playing.hand,
        stacks=hand.stacks,
        may_show=None,
        bank=hand.bank,
        keeps=keeps.without_pot() if keeps and shared else keeps,
        by=origin.get("by"),
        id=origin.get("id"),
    )
    yield from records_of(state, hand, playing.chairs, context.now)
