"""The regular bot of Guts: stays in with a hand that is best often enough for the price."""

from sidepot.bots import equity
from sidepot.games.guts import GUTS, Guts, reach_of, strength_of
from sidepot.kernel import Random, Records, compiled
from sidepot.rules import actions
from sidepot.rules.actions import IN, OUT, Menu

__all__ = ["Guts", "regular"]

SAMPLES = equity.DEALS
"""Random deals for each decision."""

redeal = GUTS.verbs.redeal


@compiled
def regular(views: Records, menu: Menu, rng: Random) -> int:
    """Play the worst hand that is worth it, and all better ones: with it, who else is in wins.

    So it wins what it can as often as no other hand is better, and otherwise pays as much.
    """
    s, best = views[0], 0
    p = s.seats.actor
    for _ in range(SAMPLES):
        views[1] = views[0]
        redeal(views[1], rng)
        best += is_best(views[1], p)
    prize = reach_of(s, p)
    price = min(prize, s.chips.stack[p])
    return actions.encode(IN if best * prize >= (SAMPLES - best) * price else OUT, 0)


@compiled
def is_best(s: Guts, seat: int) -> bool:
    """Whether no live hand is better than a seat's."""
    own = strength_of(s, seat)
    better = 0
    for p in range(s.seats.n):
        better += s.seats.live[p] and strength_of(s, p) > own
    return better == 0
