"""Legs: Little in which nobody takes the pot before they have won two hands.

As Little, and what the hand before has left is in the pot. Who wins gets a leg, and the pot stays;
who has two legs takes it, and all legs are gone (L6).
"""

from dataclasses import replace

from sidepot.kernel import compiled
from sidepot.rules import carried, journal, seats
from sidepot.rules.kept import Kept, NumberOfEach
from tests.laws import leaving, little

__all__ = ["LEGS", "Legs"]

ENOUGH = 2


class Won(Kept):
    """The kept state."""

    legs: NumberOfEach


class Legs(leaving.Leaving):
    """A hand of Legs."""

    kept: Won
    keeps: Won


@compiled
def begin(s: Legs) -> None:
    """Antes, what the hand before has left, and one card face down for everybody (L1, L6)."""
    leaving.begin(s)
    s.keeps.legs[:] = s.kept.legs


@compiled
def settle(s: Legs) -> None:
    """The best hand gets a leg; the pot stays unless it is the second (L3, L4, L6)."""
    winner, is_shown = little.best(s), seats.count(s.seats) > 1
    if is_shown:
        little.show_down(s)
    s.keeps.legs[winner] += 1
    if s.keeps.legs[winner] >= ENOUGH:
        s.keeps.legs[:] = 0
        little.pay_out(s)
    else:
        if is_shown:
            journal.note_card(s.journal, journal.SHOWN, winner, s.hole.card[winner])
        carried.leave(s.carried, s.chips, s.seats, s.journal)


step = leaving.to_the_end(settle)


LEGS = replace(
    little.LITTLE,
    name="legs",
    title="Legs",
    record=Legs,
    verbs=little.LITTLE.verbs._replace(begin=begin, step=step),
    events=4 * little.MAX_SEATS,
)
