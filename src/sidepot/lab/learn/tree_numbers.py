"""Learned numbers of a public tree, by situation, bucket and slot; and as tables."""

from __future__ import annotations

from sidepot.bots.trained.buckets import nearest
from sidepot.bots.trained.hashing import mix
from sidepot.bots.trained.table import NOWHERE, even, find, meant_strategy, place_of
from sidepot.kernel import Array, compiled


@compiled
def weigh_down(numbers: Array, gains: float, losses: float) -> None:
    """Discount numbers, those above 0 and those below."""
    for i in range(len(numbers)):
        numbers[i] *= gains if numbers[i] > 0.0 else losses


@compiled
def lean(
    slots: Array,
    rounds: Array,
    offsets: Array,
    own: Array,
    theirs: Array,
    their_offsets: Array,
    their_shares: Array,
    bound: float,
    regret: Array,
) -> None:
    """Add to every slot's regret what others play of it, times a bound.

    They play as in the bucket of `theirs` in which the middle of a bucket of `own` lies.
    """
    for i in range(len(slots)):
        n, k = slots[i], rounds[i]
        for bucket in range(own.shape[1]):
            like = nearest(own[k, bucket, 0], own[k, bucket, 1], theirs, k)
            for j in range(n):
                share = their_shares[their_offsets[i] + like * n + j]
                regret[offsets[i] + bucket * n + j] += bound * share


@compiled
def best_slots(slots: Array, offsets: Array, buckets: int, regret: Array, shares: Array) -> None:
    """Write into `shares`, which are zeros, the slot of each set that has brought most."""
    for i in range(len(slots)):
        for bucket in range(buckets):
            at, best = offsets[i] + bucket * slots[i], 0
            for k in range(slots[i]):
                if regret[at + k] > regret[at + best]:
                    best = k
            shares[at + best] = 1.0


@compiled
def count_sets(
    slots: Array, offsets: Array, buckets: int, regret: Array, total: Array
) -> tuple[int, float]:
    """The number of sets that were met, and their regrets, summed."""
    met, whole = 0, 0.0
    for i in range(len(slots)):
        n = slots[i]
        for bucket in range(buckets):
            first, most = offsets[i] + bucket * n, 0.0
            for k in range(first, first + n):
                most = max(most, regret[k])
            met, whole = met + _is_met(regret, total, first, n), whole + most
    return met, whole


@compiled
def _is_met(regret: Array, total: Array, first: int, n: int) -> bool:
    """Whether anything was found for the set whose numbers begin there."""
    is_met = False
    for k in range(first, first + n):
        is_met |= regret[k] != 0.0 or total[k] != 0.0
    return is_met


@compiled
def spread(
    keys: Array,
    total: Array,
    situations: Array,
    slots: Array,
    offsets: Array,
    buckets: int,
    found: Array,
    shares: Array,
) -> None:
    """Write what is played by a table in each situation and bucket; even where it has nothing."""
    for i in range(len(situations)):
        for bucket in range(buckets):
            at, n = find(keys, mix(situations[i], bucket)), slots[i]
            if at == NOWHERE:
                even(n, found, 0)
            else:
                meant_strategy(total, at, n, found, 0)
            for k in range(n):
                shares[offsets[i] + bucket * n + k] = found[0, k]


@compiled
def to_table(
    situations: Array,
    slots: Array,
    offsets: Array,
    buckets: int,
    regret: Array,
    total: Array,
    keys: Array,
    regrets: Array,
    totals: Array,
) -> None:
    """Write the sets that were met into a table with room for them."""
    for i in range(len(situations)):
        n = slots[i]
        for bucket in range(buckets):
            first = offsets[i] + bucket * n
            if _is_met(regret, total, first, n):
                key = mix(situations[i], bucket)
                at = place_of(keys, key)
                keys[at] = key
                for k in range(n):
                    regrets[at, k] = regret[first + k]
                    totals[at, k] = total[first + k]


@compiled
def from_table(
    keys: Array,
    regrets: Array,
    totals: Array,
    situations: Array,
    slots: Array,
    offsets: Array,
    buckets: int,
    regret: Array,
    total: Array,
) -> None:
    """Read the sets of a table back."""
    for i in range(len(situations)):
        n = slots[i]
        for bucket in range(buckets):
            first, at = offsets[i] + bucket * n, find(keys, mix(situations[i], bucket))
            if at != NOWHERE:
                for k in range(n):
                    regret[first + k] = regrets[at, k]
                    total[first + k] = totals[at, k]
