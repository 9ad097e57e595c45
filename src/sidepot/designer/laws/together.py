"""The law about seats that decide at the same time (`rules.choices`).

A room asks them all at once and hands the record their choices when it has them all. So what a seat
may do must not depend on what another has chosen, nobody's choice may end the choosing, and until
the last one is made nobody may know more than that the others have decided: neither their record
nor an event of it differs with what others have chosen. A seat that is asked does not even see that
they have, so that a bot or the coach thinks alike at each of these seats.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sidepot import kernel
from sidepot.designer.laws.trace import Case, Trace, announce, menu_of, offered
from sidepot.kernel import Records
from sidepot.rules import actions
from sidepot.rules.seats import NOBODY
from sidepot.words import Message


def together(traces: Sequence[Trace]) -> None:
    """Seats that decide at the same time may do the same, whatever the others choose."""
    for trace in traces:
        before: tuple[int, ...] = ()
        for i, rows in trace.states():
            asked = trace.case.game.asked(kernel.fields(rows))
            if len(asked) > 1 and asked != before[1:]:
                _check_round(trace.case, rows, asked, trace.actions[:i])
                _check_secrets(trace.case, rows, asked, trace.actions[:i])
            before = asked


def _check_round(case: Case, rows: Records, asked: Sequence[int], before: Sequence[int]) -> None:
    """Let all choose alike, each of what is offered in its turn; compare menus and what they see.

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
            if _seen(case, clone, seat) != _seen(case, asking[seat], seat):
                raise case.broken("together_seen", seat=seat + 1, n=done)
            choices = offered(case.game, clone)
            kind, lowest, _ = choices[min(row, len(choices) - 1)]
            played.append(actions.encode(kind, lowest))
            announce(case, played, len(played))
            case.game.entry.step(clone, played[-1])


def _check_secrets(case: Case, rows: Records, asked: Sequence[int], before: Sequence[int]) -> None:
    """Let others choose otherwise: until all have, no viewer may notice, by record or by event."""
    most = max(len(_choices(case, _asking(case, rows, seat))) for seat in asked)
    for viewer in range(NOBODY, int(kernel.fields(rows).seats.n)):
        first = _known(case, rows, (viewer, 0, len(asked)), before)
        for pick in range(1, most):
            other = _known(case, rows, (viewer, pick, len(asked)), before)
            for done, (one, two) in enumerate(zip(first, other, strict=True), 1):
                if one != two:
                    who = f"p{viewer + 1}" if viewer != NOBODY else Message("law.onlooker")
                    raise case.broken("together_told", viewer=who, n=done)


def _known(
    case: Case, rows: Records, choosing: tuple[int, int, int], before: Sequence[int]
) -> list[bytes]:
    """The record as a viewer knows it after each choice but the last.

    `choosing`: the viewer, who takes the first choice that is offered; the number of the one that
    all others take, who have fewer the last; and the number of seats that choose.
    """
    viewer, pick, asked = choosing
    clone, played, found = kernel.copy(rows), list(before), []
    for _ in range(asked - 1):
        choices = _choices(case, clone)
        is_own = int(kernel.fields(clone).seats.actor) == viewer
        played.append(choices[0 if is_own else min(pick, len(choices) - 1)])
        announce(case, played, len(played))
        case.game.entry.step(clone, played[-1])
        seen = kernel.copy(clone)
        case.game.entry.conceal(seen, viewer)
        found.append(kernel.to_bytes(seen))
    return found


def _choices(case: Case, rows: Records) -> list[int]:
    """The least and the most of everything that the player to act is offered, as actions."""
    return [
        actions.encode(kind, amount)
        for kind, lowest, highest in offered(case.game, rows)
        for amount in dict.fromkeys((lowest, highest))
    ]


def _asking(case: Case, rows: Records, seat: int) -> Records:
    """A copy of a record in which a seat is asked before the others have decided."""
    clone = kernel.copy(rows)
    case.game.ask(kernel.fields(clone), seat)
    return clone


def _seen(case: Case, rows: Records, seat: int) -> list[bytes]:
    """The parts of the record as a seat knows it, without the journal of the last verb."""
    view = kernel.copy(rows)
    case.game.entry.conceal(view, seat)
    found = np.frombuffer(kernel.to_bytes(view), view.dtype)[0]
    return [found[name].tobytes() for name in found.dtype.names or () if name != "journal"]
