"""A table of information sets: by key, a regret and a sum of strategies for each slot."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sidepot.bots.trained.hashing import FREE
from sidepot.kernel import Array, Random, compiled, readable
from sidepot.kernel.random import MASK, draw

NOWHERE = -1
"""The place of a key that is not in a table."""
_LOAD = 2
"""A table is enlarged when more than one place in so many is taken."""
LEAST = 1 << 10
"""The places of the smallest table."""
_TRIFLE = 0.1
"""A slot that is rarer than this in the mean strategy is noise, and is not played."""


class Table(NamedTuple):
    """Information sets in the places of a hash table with linear probing."""

    keys: Array
    """int64[places], `FREE` where no set is."""
    regret: Array
    """float64[places, slots]."""
    total: Array
    """float64[places, slots]: the strategies of all iterations, summed."""

    @property
    def sets(self) -> int:
        """The number of information sets."""
        return int(np.count_nonzero(np.asarray(self.keys)))

    @property
    def is_full(self) -> bool:
        """Whether the table should be enlarged."""
        return self.sets * _LOAD > len(self.keys)


def empty(slots: int, places: int = LEAST) -> Table:
    """A table without sets; `places` is a power of two."""
    numbers = (np.zeros((places, slots)) for _ in range(2))
    return Table(readable(np.zeros(places, np.int64)), *numbers)


def filled(keys: Array, regret: Array, total: Array, places: int = LEAST) -> Table:
    """A table with these sets and at least so many places, of which every second is free."""
    while places < _LOAD * len(keys):
        places *= 2
    table = empty(regret.shape[1], places)
    _fill(table.keys, table.regret, table.total, *map(as_read, (keys, regret, total)))
    return table


def as_read(numbers: Array) -> Array:
    """An array as rules read it: whole numbers as `readable` makes them, fractions as they are."""
    return numbers if numbers.dtype.kind == "f" else readable(numbers)


def rows_of(table: Table) -> tuple[Array, Array, Array]:
    """The sets of a table in the order of their keys: keys, regrets, totals."""
    keys = np.asarray(table.keys)
    places = np.flatnonzero(keys)
    order = places[np.argsort(keys[places])]
    return keys[order], np.asarray(table.regret)[order], np.asarray(table.total)[order]


def larger(table: Table) -> Table:
    """The same sets with twice as many places."""
    grown = empty(table.regret.shape[1], 2 * len(table.keys))
    _fill(grown.keys, grown.regret, grown.total, *table)
    return grown


@compiled
def _fill(
    keys: Array, regret: Array, total: Array, their: Array, regrets: Array, totals: Array
) -> None:
    """Add the sets of another table to a table that has room for them."""
    for i in range(len(their)):
        if their[i] != FREE:
            at = place_of(keys, their[i])
            keys[at] = their[i]
            for k in range(regret.shape[1]):
                regret[at, k] += regrets[i, k]
                total[at, k] += totals[i, k]


@compiled
def place_of(keys: Array, key: int) -> int:
    """The place of a key, or a free one for it; `NOWHERE` if it is not there and none is free."""
    last = len(keys) - 1
    at = (key ^ key >> 29) & last
    for _ in range(last + 1):
        if keys[at] == key or keys[at] == FREE:
            return at
        at = (at + 1) & last
    return NOWHERE


@compiled
def find(keys: Array, key: int) -> int:
    """The place of a key, or `NOWHERE`."""
    at = place_of(keys, key)
    if at == NOWHERE or keys[at] == FREE:
        return NOWHERE
    return at


@compiled
def match_regrets(regret: Array, at: int, n: int, shares: Array, row: int) -> None:
    """Write the strategy of a set: each slot in proportion to its regret, if that is positive."""
    whole = 0.0
    for k in range(n):
        whole += max(regret[at, k], 0.0)
    for k in range(n):
        shares[row, k] = max(regret[at, k], 0.0) / whole if whole > 0.0 else 1.0 / n


@compiled
def mass_of(total: Array, at: int, n: int) -> float:
    """The visits to a set, weighed as its strategies are."""
    whole = 0.0
    for k in range(n):
        whole += total[at, k]
    return whole


@compiled
def mean_strategy(total: Array, at: int, n: int, shares: Array, row: int) -> None:
    """Write the mean strategy of a set; even where nothing was summed."""
    whole = mass_of(total, at, n)
    for k in range(n):
        shares[row, k] = total[at, k] / whole if whole > 0.0 else 1.0 / n


@compiled
def meant_strategy(total: Array, at: int, n: int, shares: Array, row: int) -> None:
    """Write the mean strategy of a set without the slots that are too rare to be meant."""
    mean_strategy(total, at, n, shares, row)
    whole = 0.0
    for k in range(n):
        if shares[row, k] < _TRIFLE:
            shares[row, k] = 0.0
        whole += shares[row, k]
    for k in range(n):
        shares[row, k] /= whole


@compiled
def even(n: int, shares: Array, row: int) -> None:
    """Write the strategy that takes every slot alike."""
    for k in range(n):
        shares[row, k] = 1.0 / n


@compiled
def pick(shares: Array, row: int, n: int, rng: Random) -> int:
    """A slot at random by its share."""
    point = draw(rng) / (MASK + 1.0)
    for k in range(n - 1):
        point -= shares[row, k]
        if point < 0.0:
            return k
    return n - 1


@compiled
def favourite(shares: Array, row: int, n: int) -> int:
    """The slot with the largest share, the first of equals."""
    found = 0
    for k in range(1, n):
        if shares[row, k] > shares[row, found]:
            found = k
    return found


@compiled
def discount(regret: Array, total: Array, gains: float, losses: float, sums: float) -> None:
    """Weigh down what earlier iterations have found."""
    for i in range(regret.shape[0]):
        for k in range(regret.shape[1]):
            regret[i, k] *= gains if regret[i, k] > 0.0 else losses
            total[i, k] *= sums


@compiled
def merge(
    keys: Array,
    regret: Array,
    total: Array,
    before: Array,
    regrets: Array,
    totals: Array,
    their: Array,
    more: Array,
    sums: Array,
) -> None:
    """Add to a table what a copy of it has gained since.

    `before`, `regrets`, `totals` are the table as it was; `their`, `more`, `sums` the copy.
    """
    for i in range(len(their)):
        if their[i] != FREE:
            at, was = place_of(keys, their[i]), find(before, their[i])
            if at != NOWHERE:
                keys[at] = their[i]
                for k in range(regret.shape[1]):
                    had = regrets[was, k] if was != NOWHERE else 0.0
                    summed = totals[was, k] if was != NOWHERE else 0.0
                    regret[at, k] += more[i, k] - had
                    total[at, k] += sums[i, k] - summed
