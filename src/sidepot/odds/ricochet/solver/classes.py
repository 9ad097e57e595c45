"""Classes of hands: every multiset of up to five ranks of one deck is a class.

A class is a number: 0 is the empty hand, and smaller hands come before larger ones. Suits matter to
a hand only as long as all its cards share one; `states` adds that to the class.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from typing import NamedTuple

import numpy as np

from sidepot import hands
from sidepot.kernel import Array, compiled, readable, without_refcounts
from sidepot.rules.upcards import COMPLETE

RANKS, SUITS = 13, 4
COUNT_BITS = 4
"""Bits for each rank in `Classes.packed_counts`."""


class Classes(NamedTuple):
    """Tables of all classes, by the number of the class unless noted.

    `complete` hands are those of five cards: the classes of five ranks, then the flushes.
    """

    first: Array
    """By size of hand: the first class of that size."""
    size: Array
    """The number of cards."""
    packed_counts: Array
    """The count of each rank, four bits a rank."""
    rank_count: Array
    """The number of different ranks."""
    ranks: Array
    """The different ranks, from low to high."""
    multiplicity: Array
    """The count of each of these ranks."""
    mask: Array
    """The ranks as bits."""
    strength: Array
    """The strength of the hand if it is not a flush (H3)."""
    add: Array
    """By class and rank: the class with one card more of that rank, or -1."""
    take: Array
    """By class and rank: the class with one card less of that rank, or -1."""
    complete: Array
    """By number of a complete hand: its class."""
    complete_strength: Array
    """By number of a complete hand: its strength."""
    unpaired: Array
    """The classes without a pair, smaller hands first."""
    first_unpaired: Array
    """By size of hand: the index in `unpaired` of the first one of that size."""
    flush_number: Array
    """The number of the complete hand that is this class as a flush, or -1."""


@functools.cache
def hand_classes() -> Classes:
    """The tables, built once."""
    all_ranks = [
        ranks
        for size in range(COMPLETE + 1)
        for ranks in itertools.combinations_with_replacement(range(RANKS), size)
        if max(Counter(ranks).values(), default=0) <= SUITS
    ]
    number = {ranks: i for i, ranks in enumerate(all_ranks)}
    n = len(all_ranks)
    size = np.array([len(ranks) for ranks in all_ranks], np.int64)
    rank_count, mask, counts = (np.zeros(n, np.int64) for _ in range(3))
    ranks_of, multiplicity = np.zeros((n, COMPLETE), np.int64), np.zeros((n, COMPLETE), np.int64)
    add, take = np.full((n, RANKS), -1, np.int64), np.full((n, RANKS), -1, np.int64)
    for ranks, i in number.items():
        for g, (rank, count) in enumerate(Counter(ranks).items()):
            rank_count[i], ranks_of[i, g], multiplicity[i, g] = g + 1, rank, count
            mask[i] |= 1 << rank
            counts[i] |= count << COUNT_BITS * rank
            without = list(ranks)
            without.remove(rank)
            less = number[tuple(without)]
            take[i, rank], add[less, rank] = less, i
    strength = np.zeros(n, np.int64)
    _strengths(ranks_of, multiplicity, rank_count, strength, suited=False)
    complete = np.flatnonzero(size == COMPLETE)
    unpaired = np.flatnonzero(rank_count == size)
    flushes_of = unpaired[size[unpaired] == COMPLETE]
    flushes = np.zeros(n, np.int64)
    _strengths(ranks_of, multiplicity, rank_count, flushes, suited=True)
    flush_number = np.full(n, -1, np.int64)
    flush_number[flushes_of] = len(complete) + np.arange(len(flushes_of))
    return Classes(
        first=readable(np.searchsorted(size, np.arange(COMPLETE + 2))),
        size=readable(size),
        packed_counts=readable(counts),
        rank_count=readable(rank_count),
        ranks=readable(ranks_of),
        multiplicity=readable(multiplicity),
        mask=readable(mask),
        strength=readable(strength),
        add=readable(add),
        take=readable(take),
        complete=readable(np.concatenate([complete, flushes_of])),
        complete_strength=readable(np.concatenate([strength[complete], flushes[flushes_of]])),
        unpaired=readable(unpaired),
        first_unpaired=readable(np.searchsorted(size[unpaired], np.arange(COMPLETE + 2))),
        flush_number=readable(flush_number),
    )


@compiled
def _strengths(
    ranks: Array, multiplicity: Array, rank_count: Array, out: Array, suited: bool
) -> None:
    """Write the strength of every class, in one suit or in two."""
    for i in range(len(out)):
        held, n = hands.EMPTY, 0
        for g in range(rank_count[i]):
            for _ in range(multiplicity[i, g]):
                held = hands.take(held, ranks[i, g] << 2 | (0 if suited else n & 1))
                n += 1
        out[i] = hands.strength(held) if n else 0


@without_refcounts
def includes(classes: Classes, one: int, another: int) -> bool:
    """Does one class contain another?"""
    high = 0x8888888888888
    return bool(
        ((classes.packed_counts[one] | high) - classes.packed_counts[another]) & high == high
    )
