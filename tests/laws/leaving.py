"""Leaving: Little whose pot goes over to the next hand where nobody has raised.

As Little; and where nobody has raised, and two are still in at the end, the pot stays (L5).
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sidepot.cards import NONE
from sidepot.kernel import compiled
from sidepot.rules import carried, chips, deck, journal, seats
from sidepot.rules.carried import Carried
from sidepot.rules.seats import NOBODY
from tests.laws import little
from tests.laws.little import LITTLE, Little

__all__ = ["LEAVING", "Leaving"]


class Leaving(Little):
    """A hand of Leaving."""

    carried: Carried


@compiled
def begin(s: Leaving) -> None:
    """Antes, what the hand before has left, and one card face down for everybody (L1, L5)."""
    journal.clear(s.journal)
    deck.rewind(s.deck)
    chips.ante(s.chips, s.seats, s.journal, s.options.ante)
    carried.bring(s.carried, s.chips, s.seats, s.journal)
    s.hole.card[:] = NONE
    s.hole.shown[:] = 0
    for p in range(s.seats.n):
        if s.seats.live[p]:
            little.deal(s, p)
    little.ask(s, 0)


@compiled
def step(s: Leaving, action: int) -> None:
    """Do it, then ask the next; at the end the pot stays or is paid (L2, L5)."""
    journal.clear(s.journal)
    p = s.seats.actor
    little.act(s, p, action)
    if seats.count(s.seats) < 2 or has_raised(s) or follower(s, p) != NOBODY:
        little.ask(s, p + 1)
    else:
        s.seats.actor = NOBODY
        carried.leave(s.carried, s.chips, s.seats, s.journal)


@compiled
def has_raised(s: Leaving) -> bool:
    """Whether somebody has paid more than the ante."""
    return bool(s.chips.paid.max() > s.options.ante)


@compiled
def follower(s: Little, seat: int) -> int:
    """The next live seat that has not acted, or `NOBODY`."""
    for p in range(seat + 1, s.seats.n):
        if s.seats.live[p]:
            return p
    return NOBODY


def to_the_end(settle: Callable[[Any], None]) -> Callable[[Any, int], None]:
    """The verb `step` of a game in which everybody acts once, and which then settles the hand."""

    @compiled
    def step(s: Any, action: int) -> None:
        """Do it, then ask the next; after the last one, or when one is left, the hand ends (L2)."""
        journal.clear(s.journal)
        p = s.seats.actor
        little.act(s, p, action)
        s.seats.actor = follower(s, p) if seats.count(s.seats) > 1 else NOBODY
        if s.seats.actor == NOBODY:
            settle(s)

    return step


LEAVING = replace(
    LITTLE,
    name="leaving",
    title="Leaving",
    record=Leaving,
    verbs=LITTLE.verbs._replace(begin=begin, step=step),
    events=4 * little.MAX_SEATS,
)
