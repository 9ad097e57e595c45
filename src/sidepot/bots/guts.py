"""The regular bot of Guts: is in with a hand that is the best of all often enough for its price."""

from sidepot import hands
from sidepot.bots import judgement
from sidepot.games.guts import GUTS, Guts
from sidepot.kernel import Random, Records, compiled
from sidepot.rules import actions, chips
from sidepot.rules.actions import IN, OUT, Menu

__all__ = ["Guts", "regular"]

SAMPLES = judgement.DEALS
"""Random deals for each decision."""

redeal = GUTS.verbs.redeal


@compiled
def regular(views: Records, menu: Menu, rng: Random) -> int:
    """Play the worst hand that is worth it, and all better ones: with it, who else is in wins.

    So it wins the pot as often as no other hand is better, and otherwise pays as much.
    """
    s, best = views[0], 0
    p = s.seats.actor
    for _ in range(SAMPLES):
        views[1] = views[0]
        redeal(views[1], rng)
        best += is_best(views[1], p)
    pot = chips.pot(s.chips, s.seats)
    price = min(pot, s.chips.stack[p])
    return actions.encode(IN if best * pot >= (SAMPLES - best) * price else OUT, 0)


@compiled
def is_best(s: Guts, seat: int) -> bool:
    """Whether no live hand is better than a seat's."""
    own = hands.strength_of(s.hole.card[seat], s.hole.size[seat])
    for p in range(s.seats.n):
        if s.seats.live[p] and hands.strength_of(s.hole.card[p], s.hole.size[p]) > own:
            return False
    return True
