"""Values of being in from random deals, where there are too many players to count all."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sidepot import kernel
from sidepot.kernel import Array, Random, Records, below, compiled, readable
from sidepot.odds.guts.counting import DECK
from sidepot.odds.guts.holdings import Holdings
from sidepot.odds.guts.payoffs import Payoffs


def deals(found: Holdings, players: int, count: int, seed: int) -> Array:
    """The strengths of the hands of each of many random deals."""
    place = readable(np.zeros((DECK,) * 3, np.int64))
    for cards, strength in zip(found.card, found.strength, strict=True):
        place[(*cards, cards[-1])[:3]] = strength
    dealt = readable(np.zeros((count, players), np.int16))
    _deal(kernel.generator(seed), found.size, place, dealt)
    return dealt


@compiled
def _deal(rngs: Records, size: int, place: Array, dealt: Array) -> None:
    """Deal two or three cards each, and look their strength up."""
    rng: Random = rngs[0]
    deck = np.arange(DECK)
    for i in range(len(dealt)):
        for p in range(dealt.shape[1]):
            for k in range(size * p, size * p + size):
                j = k + below(rng, DECK - k)
                deck[k], deck[j] = deck[j], deck[k]
            held = deck[size * p : size * p + size]
            low, high = held.min(), held.max()
            middle = held.sum() - low - high if size > 2 else high
            dealt[i, p] = place[low, middle, high]


def advantages(
    dealt: Array, lowest: int, found: Payoffs, strengths: int
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """The mean value of being in less that of being out, in pots, and the deals, by strength.

    Rivals are in from the strength `lowest` on.
    """
    sums, seen = np.zeros(strengths), np.zeros(strengths)
    inside, outside = found.inside, found.outside
    _sum(dealt, lowest, inside, outside, found.tied, sums, seen)
    return sums / np.maximum(seen, 1.0), seen


@compiled
def _sum(
    dealt: Array,
    lowest: int,
    inside: Array,
    outside: Array,
    tied: float,
    sums: Array,
    seen: Array,
) -> None:
    """Add the values of every seat of every deal."""
    for i in range(len(dealt)):
        for p in range(dealt.shape[1]):
            own = dealt[i, p]
            weaker, equal, stronger, best, winners = 0, 0, 0, -1, 0
            for q in range(dealt.shape[1]):
                other = dealt[i, q]
                if q != p and other >= lowest:
                    weaker += other < own
                    equal += other == own
                    stronger += other > own
                    winners = winners + 1 if other == best else winners
                    if other > best:
                        best, winners = other, 1
            worth = inside[weaker, equal, stronger] - outside[weaker + equal + stronger]
            if winners > 1 and best < own:
                worth -= tied * (winners - 1)
            sums[own] += worth
            seen[own] += 1.0
