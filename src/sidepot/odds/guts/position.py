"""The value of being in with a hand of Guts, against rivals who play the equilibrium that ships."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sidepot.games.guts import RANKING
from sidepot.odds.guts.holdings import holdings
from sidepot.odds.guts.payoffs import payoffs
from sidepot.odds.guts.solving import values
from sidepot.odds.guts.table import rows


def advantage_of(held: Sequence[int], players: int, *, goes_on: bool) -> float:
    """The value of being in less that of being out, in pots, by card codes.

    Counted, so for two cards among up to six players, and for three among up to three; three cards
    rank with straights and flushes.
    """
    size = len(held)
    row, found = rows()[size, RANKING[0], players, goes_on], holdings(size)
    chance = np.array([row.chance(int(worth)) for worth in found.worth])
    strength = int(found.strength[(found.card == sorted(held)).all(axis=1)][0])
    against = payoffs(players, goes_on=goes_on)
    value = values(size, RANKING[0], against, chance, strength)
    return float(np.average(value.advantage, weights=value.often))
