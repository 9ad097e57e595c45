"""The bots of Guts: `regular` judges the own hand, the expert plays an equilibrium."""

import functools

import numpy as np

from sidepot.bots import equity
from sidepot.games.guts import GUTS, RANKING, Guts, reach_of, strength_of
from sidepot.kernel import Random, Records, below, compiled, readable
from sidepot.odds.guts import table
from sidepot.odds.sampling import Policy
from sidepot.rules import actions, seats
from sidepot.rules.actions import IN, OUT, Menu
from sidepot.rules.carried import ALONE

__all__ = ["Guts", "expert", "regular"]

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


_PARTS = 1 << 20
"""Frequencies are compared in whole numbers out of this many."""


@functools.cache
def expert(cards: int, ranking: str) -> Policy:
    """The policy of the equilibria that ship (`odds.guts`), for hands of a number of cards.

    They hold for stacks that can match the pot. A shorter one plays as `regular`.
    """
    usual = ranking if (cards, ranking, GUTS.least, False) in table.rows() else RANKING[0]
    lowest = readable(np.zeros((2, GUTS.most + 1), np.int64))
    mixed = list[tuple[int, int, int, int]]()
    for (size, order, players, goes_on), row in table.rows().items():
        if (size, order) == (cards, usual):
            lowest[int(goes_on), players] = row.strength
            mixed += [
                (int(goes_on), players, int(strength), int(often * _PARTS))
                for strength, often in row.mixed.values()
            ]
    at_times = readable(np.array(mixed or [(0, 0, 0, 0)], np.int64))

    @compiled
    def play(views: Records, menu: Menu, rng: Random) -> int:
        s = views[0]
        p, players = s.seats.actor, seats.count(s.seats)
        if s.chips.stack[p] < reach_of(s, p):
            return regular(views, menu, rng)
        follows, own = int(s.carried.goes_on != ALONE), strength_of(s, p)
        often = _PARTS if own >= lowest[follows, players] else 0
        for k in range(len(at_times)):
            at = at_times[k]
            if at[0] == follows and at[1] == players and at[2] == own:
                often = at[3]
        return actions.encode(IN if below(rng, _PARTS) < often else OUT, 0)

    return play
