"""The regular bot of hold'em: bets and folds by the equity of its hand against random ones."""

import numpy as np

from sidepot.bots import judgement
from sidepot.games.holdem import NO_LIMIT, Holdem
from sidepot.kernel import Random, Records, compiled, inlined
from sidepot.odds.sampling import action_sampler
from sidepot.rules.actions import Menu

__all__ = ["Holdem", "regular"]

SAMPLES = judgement.DEALS
"""Random deals for each decision."""

sample = action_sampler(NO_LIMIT.verbs, judgement.call_down)


@inlined
def regular(views: Records, menu: Menu, rng: Random) -> int:
    """Call by pot odds, and raise with more equity than a fair share; see `judgement`."""
    raises = judgement.raise_range(menu)
    chosen = np.zeros(1, np.int64)
    sums = np.zeros((1, 2), np.float64)
    chosen[0] = judgement.call_down(views, menu, rng)
    sample(views, menu, rng, SAMPLES, chosen, sums)
    return judgement.judge(views, sums[0, 0] / SAMPLES, chosen[0], raises, forced(views[0]))


@compiled
def forced(s: Holdem) -> int:
    """The forced part of the highest bet, in chips: the highest blind; 0 after the flop."""
    highest = 0
    if s.street == 0:
        for i in range(s.seats.n):
            highest = max(highest, s.options.blinds[i])
    return highest
