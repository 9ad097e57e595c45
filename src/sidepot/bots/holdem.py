"""A sensible player of hold'em: bets and folds by what the hand is worth against random ones."""

import numpy as np

from sidepot.bots import judgement
from sidepot.games.holdem import NO_LIMIT, Holdem
from sidepot.kernel import Random, Records, compiled, inlined
from sidepot.odds.sampling import action_sampler
from sidepot.rules.actions import Menu

__all__ = ["Holdem", "regular"]

SAMPLES = judgement.DEALS
"""Random deals a decision."""

sample = action_sampler(NO_LIMIT.verbs, judgement.call_down)


@inlined
def regular(views: Records, menu: Menu, rng: Random) -> int:
    """Call by the odds, and raise what is worth more than its share."""
    raises = judgement.raise_range(menu)
    chosen = np.zeros(1, np.int64)
    sums = np.zeros((1, 2), np.float64)
    chosen[0] = judgement.call_down(views, menu, rng)
    sample(views, menu, rng, SAMPLES, chosen, sums)
    return judgement.judge(views, sums[0, 0] / SAMPLES, chosen[0], raises, forced(views[0]))


@compiled
def forced(s: Holdem) -> int:
    """The highest blind or straddle; after the flop every bet is chosen."""
    highest = 0
    if s.street == 0:
        for i in range(s.seats.n):
            highest = max(highest, s.options.blinds[i])
    return highest
