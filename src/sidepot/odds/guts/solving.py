"""Symmetric equilibria of Guts: nobody gains by playing otherwise while all others play by one.

With two cards among up to six, and with three among two or three players, values are counted. Hands
are let in from the strongest down, until one gains nothing; that one is mixed. What the best reply
to the result wins is its distance. Where many hands mix, small steps along the values follow. Among
more players values are those of random deals, and the distance has an interval.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sidepot.kernel import readable
from sidepot.odds.guts import counting, sampled
from sidepot.odds.guts.holdings import Holdings, holdings
from sidepot.odds.guts.payoffs import Payoffs, by_sets, payoffs

Floats = npt.NDArray[np.float64]

COUNTED = {2: 6, 3: 3}
"""Players up to whom hands are counted, by the cards of a hand."""
_DEALS = 1_000_000
SEED = 45
_STEPS = 40
"""Halvings of a frequency."""
_ROUNDS = 12
"""Times that hands are put in the order of their values anew: holding a card that others need for
a hand to be in with is worth something, so that the order is not that of strengths."""
_SMALL_STEPS, _STEP, _SLOWER = 150, 6.0, 8.0
"""Steps along the values, the first one's size, and how much smaller the last ones are."""
_FEWER = 5
"""A threshold is looked for among this part of the deals."""
_CLOSE, _ENOUGH = 1e-12, 1e-6
"""Gains of a best reply that count as none, and as few enough."""


@dataclass(frozen=True)
class Equilibrium:
    """A strategy for all seats: the frequency of being in, by strength."""

    chance: Floats
    least: float
    """The pots a hand that the best reply to it wins: at least, and at most.

    Both are equal where all is counted. Otherwise the reply is chosen on some deals: it wins `most`
    on those, and `least` on others."""
    most: float


@dataclass(frozen=True)
class Values:
    """The value of being in less that of being out, in pots, by hand, with how often each comes."""

    advantage: Floats
    often: Floats
    strength: npt.NDArray[np.int64]

    def by_strength(self) -> Floats:
        """The mean advantage of the hands of each strength."""
        sums = np.bincount(self.strength, self.advantage * self.often)
        mean: Floats = (sums / np.bincount(self.strength, self.often)).astype(np.float64)
        return mean

    def gain(self, chance: Floats) -> float:
        """The pots a hand that a best reply wins more than the strategy `chance` itself."""
        better = np.maximum(self.advantage, 0) - chance[self.strength] * self.advantage
        return float((better * self.often).sum())


def values(
    size: int, ranking: str, found: Payoffs, chance: Floats, only: int | None = None
) -> Values:
    """The counted values against rivals who are in by `chance`; of one strength alone if asked."""
    held = holdings(size, ranking)
    inside, outside = by_sets(found)
    rivals = found.players - 1
    if size == 2:
        ranks = counting.by_ranks(held)
        own = np.arange(len(chance)) if only is None else np.array([only])
        worth = np.zeros(len(own))
        counting.advantages(
            *(readable(own), ranks.high, ranks.low, chance, inside, outside),
            *(found.tied, rivals, worth),
        )
        return Values(worth, ranks.often[own], own)
    kinds = np.arange(len(held.kinds))
    if only is not None:
        kinds = kinds[held.strength[held.kinds] == only]
    worth = np.zeros(len(kinds))
    counting.advantages_by_cards(
        readable(held.card),
        readable(held.strength),
        readable(held.kinds[kinds]),
        chance[held.strength],
        inside,
        outside,
        found.tied,
        rivals,
        worth,
    )
    return Values(worth, held.often[kinds], held.strength[held.kinds[kinds]])


def solve(
    size: int, ranking: str, players: int, *, goes_on: bool, deals: int = _DEALS
) -> Equilibrium:
    """A symmetric equilibrium, or a strategy close to one."""
    found, held = payoffs(players, goes_on=goes_on), holdings(size, ranking)
    if players > COUNTED[size]:
        return _by_deals(found, held, deals)

    def worth(chance: Floats, strength: int) -> float:
        value = values(size, ranking, found, chance, strength)
        return float(np.average(value.advantage, weights=value.often))

    order = np.arange(held.strengths)
    best = Equilibrium(np.zeros(held.strengths), np.inf, np.inf)
    for _ in range(_ROUNDS):
        chance = _boundary(worth, order)
        value = values(size, ranking, found, chance)
        gain = value.gain(chance)
        if gain < best.most:
            best = Equilibrium(chance, gain, gain)
        if gain <= _CLOSE:
            break
        order = np.argsort(value.by_strength(), kind="stable")
    if best.most <= _ENOUGH:
        return best
    return _mixed(lambda chance: values(size, ranking, found, chance), best)


def _boundary(worth: Callable[[Floats, int], float], order: npt.NDArray[np.int64]) -> Floats:
    """The frequencies at which the last hand that may be in, in an order, gains nothing by it."""
    low, high = 0, len(order) - 1
    while low < high:  # the last hand that gains when it and all after it are always in
        middle = (low + high) // 2
        if worth(_from(middle, order), int(order[middle])) >= 0:
            high = middle
        else:
            low = middle + 1
    chance = _from(high, order)
    if high > 0:
        at, least, most = int(order[high - 1]), 0.0, 1.0
        for _ in range(_STEPS):
            chance[at] = (least + most) / 2
            if worth(chance, at) >= 0:
                least = chance[at]
            else:
                most = chance[at]
        chance[at] = least if least > _CLOSE * len(order) else 0.0
    return chance


def _from(place: int, order: npt.NDArray[np.int64]) -> Floats:
    """In from a place of an order on."""
    chance = np.zeros(len(order))
    chance[order[place:]] = 1.0
    return chance


def _mixed(value_of: Callable[[Floats], Values], start: Equilibrium) -> Equilibrium:
    """A strategy that small steps along the values lead to, for games in which many hands mix."""
    chance, best = start.chance.copy(), start
    for step in range(_SMALL_STEPS):
        value = value_of(chance)
        gain = value.gain(chance)
        if gain < best.most:
            best = Equilibrium(chance.copy(), gain, gain)
        mean = value.by_strength()
        chance = np.clip(chance + _STEP / (1 + step / _SMALL_STEPS * _SLOWER) * mean, 0, 1)
    return best


def _by_deals(found: Payoffs, held: Holdings, count: int) -> Equilibrium:
    """The best strategy of one threshold from random deals; others say what a best reply wins."""
    first, second = (sampled.deals(held, found.players, count, SEED + half) for half in range(2))
    few = first[: count // _FEWER]

    def most(lowest: int) -> float:
        worth, seen = sampled.advantages(few, lowest, found, held.strengths)
        return _gain(worth, seen, lowest)

    low, high = 0, held.strengths - 1
    while high - low > 2:
        one, two = low + (high - low) // 3, high - (high - low) // 3
        if most(one) < most(two):
            high = two
        else:
            low = one
    lowest = min(range(low, high + 1), key=most)
    (worth, seen), (again, often) = (
        sampled.advantages(dealt, lowest, found, held.strengths) for dealt in (first, second)
    )
    chance = _from(lowest, np.arange(held.strengths))
    reply = (worth > 0).astype(np.float64)
    least = float(((reply - chance) * again * often).sum() / often.sum())
    return Equilibrium(chance, max(least, 0.0), max(_gain(worth, seen, lowest), least))


def _gain(worth: Floats, seen: Floats, lowest: int) -> float:
    """The gain of the reply that is best on the same deals: on average more than can be had."""
    chance = _from(lowest, np.arange(len(worth)))
    return float((np.maximum(worth, 0) - chance * worth) @ seen / seen.sum())
