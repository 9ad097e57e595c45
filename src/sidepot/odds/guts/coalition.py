"""Two of three players together against one who plays the equilibrium, at Guts of two cards.

With signals both know both hands, and choose together what costs the third most: the most that any
coalition wins. Without signals each knows the own hand alone; best replies to one another
lead to a pair of strategies that wins at least as much as is said.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sidepot.cards import RANKS, SUITS
from sidepot.kernel import Array, compiled
from sidepot.odds.guts.counting import DECK, by_ranks, ways
from sidepot.odds.guts.holdings import holdings
from sidepot.odds.guts.payoffs import payoffs
from sidepot.odds.guts.solving import Floats

THREE = 3
_ROUNDS = 30


@dataclass(frozen=True)
class Coalition:
    """The pots a hand that two win together beyond their two shares."""

    silent: float
    """Without signals, at least."""
    informed: float
    """With signals, exactly."""


def coalition(chance: Floats, *, goes_on: bool) -> Coalition:
    """The winnings of two against a third who is in by `chance`."""
    found = payoffs(THREE, goes_on=goes_on)
    ranks = by_ranks(holdings(2))
    n = len(ranks.high)
    cost = np.zeros((n, n, 2, 2))
    _costs(ranks.high, ranks.low, chance, found.inside, found.outside, found.tied, cost)
    share = 1 / THREE
    informed = share - float(cost.min(axis=(2, 3)).sum())
    starts = (chance, np.ones(n), np.zeros(n), (np.arange(n) >= n // 2).astype(float))
    silent = max(share - _replies(cost, start) for start in starts)
    return Coalition(silent, informed)


def _replies(cost: Array, second: Floats) -> float:
    """The payoff of the third when each of the two replies to the other until nothing changes."""
    least = np.inf
    for _ in range(_ROUNDS):
        first = _reply(cost, second)
        second = _reply(np.transpose(cost, (1, 0, 3, 2)), first)
        one, two = (np.stack([1 - chance, chance], 1) for chance in (first, second))
        least = min(least, float(np.einsum("ghij,gi,hj->", cost, one, two)))
    return least


def _reply(cost: Array, other: Floats) -> Floats:
    """The choices of one that cost the third most, if the partner is in by `other`."""
    mixed = np.einsum("ghij,hj->gi", cost, np.stack([1 - other, other], 1))
    reply: Floats = (mixed[:, 1] < mixed[:, 0]).astype(np.float64)
    return reply


@compiled
def _costs(
    high: Array,
    low: Array,
    chance: Array,
    inside: Array,
    outside: Array,
    tied: float,
    cost: Array,
) -> None:
    """Write the third's winnings by both hands and both choices, times their probability."""
    left = np.full(len(RANKS), len(SUITS), np.int64)
    deals = 1.0
    for k in range(THREE):
        deals *= (DECK - 2 * k) * (DECK - 2 * k - 1) / 2.0
    for one in range(len(high)):
        dealt = ways(left, high[one], low[one])
        left[high[one]] -= 1
        left[low[one]] -= 1
        for two in range(len(high)):
            pair = dealt * ways(left, high[two], low[two])
            left[high[two]] -= 1
            left[low[two]] -= 1
            for third in range(len(high)):
                often = pair * max(ways(left, high[third], low[third]), 0.0) / deals
                for choice in range(4):
                    a, b = choice >> 1, choice & 1
                    beaten = a * (one < third) + b * (two < third)
                    equal = a * (one == third) + b * (two == third)
                    won = inside[beaten, equal, a + b - beaten - equal] * chance[third]
                    kept = outside[a + b] + (tied if a + b == 2 and one == two else 0.0)
                    if a + b == 2 and one == two and one > third:
                        won += tied * chance[third]
                    cost[one, two, a, b] += often * (won + kept * (1 - chance[third]))
            left[high[two]] += 1
            left[low[two]] += 1
        left[high[one]] += 1
        left[low[one]] += 1
