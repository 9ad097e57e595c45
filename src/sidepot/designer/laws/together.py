"""The law about seats that decide at the same time (`rules.choices`).

A room asks them all at once and hands the record their choices when it has them all. So what a seat
may do must not depend on what another has chosen, and nobody's choice may end the choosing.
"""

from __future__ import annotations

from collections.abc import Sequence

from sidepot import kernel
from sidepot.designer.laws.trace import Case, Trace, announce, menu_of, offered
from sidepot.kernel import Records
from sidepot.rules import actions


def together(traces: Sequence[Trace]) -> None:
    """Seats that decide at the same time may do the same, whatever the others choose."""
    for trace in traces:
        before: tuple[int, ...] = ()
        for i, rows in trace.states():
            asked = trace.case.game.asked(kernel.fields(rows))
            if len(asked) > 1 and asked != before[1:]:
                _check_round(trace.case, rows, asked, trace.actions[:i])
            before = asked


def _check_round(case: Case, rows: Records, asked: Sequence[int], before: Sequence[int]) -> None:
    """Let all choose alike, each of what is offered in its turn, and compare their menus.

    `before`: the actions up to there.
    """
    asking = {seat: _asking(case, rows, seat) for seat in asked}
    menus = {seat: menu_of(case.game, first) for seat, first in asking.items()}
    for row in range(max(len(offered(case.game, first)) for first in asking.values())):
        clone, played = kernel.copy(rows), list(before)
        for done in range(len(asked)):
            seat = int(kernel.fields(clone).seats.actor)
            if seat not in asked or seat not in case.game.asked(kernel.fields(clone)):
                raise case.broken("together_early", n=done, asked=len(asked))
            if menu_of(case.game, clone) != menus[seat]:
                raise case.broken("together_menu", seat=seat + 1, n=done)
            choices = offered(case.game, clone)
            kind, lowest, _ = choices[min(row, len(choices) - 1)]
            played.append(actions.encode(kind, lowest))
            announce(case, played, len(played))
            case.game.entry.step(clone, played[-1])


def _asking(case: Case, rows: Records, seat: int) -> Records:
    """A copy of a record in which a seat is asked before the others have decided."""
    clone = kernel.copy(rows)
    case.game.ask(kernel.fields(clone), seat)
    return clone
