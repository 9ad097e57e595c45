"""The law of phases: a phase that is over stays over, and a seat that is out stays out."""

from __future__ import annotations

from collections.abc import Sequence

from sidepot import kernel
from sidepot.designer.laws.trace import Trace
from sidepot.engine import event
from sidepot.rules import journal

_ENTITLED = {journal.NAMES[kind] for kind in (*journal.DEALING, *journal.WINNING)}
"""Events that cannot happen to a seat that is out."""
_GOING = {journal.NAMES[kind] for kind in journal.GOING}


def phases(traces: Sequence[Trace]) -> None:
    """No event of an earlier phase of the hand comes after one of a later phase.

    The game says which they are (`Game.phases`): in most, antes and blinds first, pots last. A seat
    that is out stays out: it gets no more cards, and no pot.
    """
    for trace in traces:
        _check_order(trace)
        _check_out(trace)


def _check_order(trace: Trace) -> None:
    game = trace.case.game
    order = enumerate(game.phases(game.settings))
    phase_of = {journal.NAMES[kind]: place for place, kinds in order for kind in kinds}
    reached, last = 0, ""
    for happened in (e for _, rows in trace.states() for e in event.read(kernel.fields(rows))):
        phase = phase_of.get(happened.kind, reached)
        if phase < reached:
            raise trace.case.broken("phase", event=happened.kind, last=last)
        if phase > reached:
            reached, last = phase, happened.kind


def _check_out(trace: Trace) -> None:
    out = set[int]()
    for _, rows in trace.states():
        s = kernel.fields(rows)
        gone = set(out)
        for happened in event.read(s):
            if happened.seat in gone and happened.kind in _ENTITLED:
                raise trace.case.broken("out_event", seat=happened.seat + 1, event=happened.kind)
            gone |= {happened.seat} if happened.kind in _GOING else set()
        live = {p for p in range(s.seats.n) if s.seats.live[p]}
        if live & out:
            raise trace.case.broken("out_live", seat=min(live & out) + 1)
        out = set(range(s.seats.n)) - live
