"""A hand of five cards on the other side: nothing comes after it, so chances say everything."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from sidepot import hands
from sidepot.kernel import Array, readable, without_refcounts
from sidepot.odds.ricochet.solver.classes import COUNT_BITS, RANKS, SUITS, Classes, includes
from sidepot.odds.ricochet.solver.tree import DECK, Tree, other
from sidepot.rules.upcards import COMPLETE

_CATEGORY = 26
"""Bits below the category of a strength."""
_STRAIGHTS = readable(np.array([hands.WHEEL, *(0x1F << low for low in range(9))], np.int64))
CHOOSE = readable(
    np.array([[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]])
)
"""Ways to choose some (second) of up to four cards of a rank (first)."""


_CHOOSE_RANKS = readable(np.array([[math.comb(n, k) for k in range(6)] for n in range(14)]))
"""The same of up to thirteen ranks."""


class Facing(NamedTuple):
    """A hand that faces five cards, by the number of cards bought."""

    beat: Array
    """The chance to beat them;"""
    level: Array
    """to be level with them."""


@without_refcounts
def face(tree: Tree, p: int, low: int, number: int, suited: bool, free: int, out: Facing) -> None:
    """The chances of player p's class against a finished hand.

    `free`: if his hand is suited, the ranks that are left in his suit.
    """
    kinds = tree.classes
    room = COMPLETE - kinds.size[low]
    unseen = DECK - tree.seen - kinds.size[low] - COMPLETE
    row = tree.beats_at[p, tree.place[p, low]] + number * room
    total = 1.0
    for k in range(1, room + 1):
        total = total * (unseen - k + 1) / k
        ways = tree.beats[row + k - 1]
        if k == room and suited:
            ways += _flushes_more(kinds, low, number, free)
        out.beat[k] = ways / total
        out.level[k] = _level_ways(tree, low, number, suited, free) / total if k == room else 0.0


@without_refcounts
def _flushes_more(kinds: Classes, low: int, number: int, free: int) -> int:
    """Flushes of a suited class that beat a finished hand by being flushes alone."""
    goal, k = kinds.finished_strength[number], COMPLETE - kinds.size[low]
    category, mask = goal >> _CATEGORY, kinds.mask[low]
    goal_mask = kinds.mask[kinds.finished[number]]
    if category < hands.STRAIGHT:
        without = _straights(mask, free, 0)
        if category < hands.PAIR:
            without = _higher(mask, free, k, goal_mask)
        return _choose(_bits(free), k) - without
    if category == hands.STRAIGHT:
        return _choose(_bits(free), k) - _straights(mask, free, goal_mask)
    if category == hands.FLUSH:
        return _higher(mask, free, k, goal_mask)
    return _straights(mask, free, goal_mask if category == hands.STRAIGHT_FLUSH else 0)


@without_refcounts
def _higher(mask: int, free: int, k: int, goal: int) -> int:
    """Ways to add k free ranks to some that make a straight, or are above a goal as high cards."""
    found = 0
    for straight in _STRAIGHTS:
        below = straight <= goal
        found += below and mask & ~straight == 0 and straight & ~mask & ~free == 0
    for rank in range(RANKS - 1, -1, -1):
        bit = 1 << rank
        lower = _bits(free & bit - 1)
        if goal & bit:
            if not mask & bit:
                if not free & bit or k == 0:
                    return found
                k -= 1
        elif mask & bit:
            return found + _choose(lower, k)
        elif free & bit and k > 0:
            found += _choose(lower, k - 1)
    return found


@without_refcounts
def _level_ways(tree: Tree, low: int, number: int, suited: bool, free: int) -> int:
    """In how many ways a class comes to be level with a finished hand."""
    kinds = tree.classes
    goal = kinds.finished[number]
    if not includes(kinds, goal, low):
        return 0
    distinct = kinds.groups[goal] == COMPLETE
    flush = suited and distinct and (kinds.mask[goal] & ~kinds.mask[low]) & ~free == 0
    if number != goal - kinds.first[COMPLETE]:  # it is a flush
        return int(flush)
    ways = 1
    for rank in range(RANKS):
        mine, his = times(kinds, low, rank), times(kinds, goal, rank)
        ways *= CHOOSE[SUITS - mine - his - tree.dead[rank], his - mine] if his > mine else 1
    return ways - flush


@without_refcounts
def times(kinds: Classes, number: int, rank: int) -> int:
    """How often a class has a rank."""
    n: int = kinds.counts[number] >> COUNT_BITS * rank & (1 << COUNT_BITS) - 1
    return n


@without_refcounts
def joined(kinds: Classes, number: int, drawn: int) -> int:
    """The class of a hand with some cards more."""
    for g in range(kinds.groups[drawn]):
        for _ in range(kinds.times[drawn, g]):
            number = kinds.add[number, kinds.ranks[drawn, g]]
    return number


@without_refcounts
def _straights(mask: int, free: int, above: int) -> int:
    """How many straights can be made of some ranks with free ones, above one straight (or 0)."""
    found = 0
    for straight in _STRAIGHTS[::-1]:
        if straight == above:
            break
        found += mask & ~straight == 0 and straight & ~mask & ~free == 0
    return found


@without_refcounts
def _bits(mask: int) -> int:
    """How many ranks are in a mask."""
    mask -= mask >> 1 & 0x5555
    mask = (mask & 0x3333) + (mask >> 2 & 0x3333)
    mask = mask + (mask >> 4) & 0x0F0F
    return (mask + (mask >> 8)) & 0x1F


@without_refcounts
def _choose(n: int, k: int) -> int:
    """Ways to choose k of n ranks."""
    ways: int = _CHOOSE_RANKS[n, k]
    return ways


@without_refcounts
def count_beats(tree: Tree, p: int, i: int, full: Array, left: Array) -> None:
    """Count in how many ways the i-th hand of player p beats finished ones, flushes left out.

    `full` and `left` are room: a number a class, and a number a rank.
    """
    kinds = tree.classes
    low, base = tree.hands[p, i], tree.base[other(tree, p)]
    room = COMPLETE - kinds.size[low]
    for drawn in range(1, kinds.first[room + 1]):
        full[drawn] = _joined_if_any(kinds, low, drawn)
    for number in range(len(kinds.finished)):
        high = kinds.finished[number]
        if not includes(kinds, high, base):
            continue
        for rank in range(RANKS):
            seen = times(kinds, low, rank) + times(kinds, high, rank) + tree.dead[rank]
            left[rank] = max(SUITS - seen, 0)
        row = tree.beats_at[p, i] + number * room - 1
        for drawn in range(1, kinds.first[room + 1]):
            if full[drawn] >= 0 and kinds.strength[full[drawn]] > kinds.finished_strength[number]:
                tree.beats[row + kinds.size[drawn]] += ways_to_draw(kinds, drawn, left)


@without_refcounts
def _joined_if_any(kinds: Classes, number: int, drawn: int) -> int:
    """`joined`, or -1 for more than four of a rank."""
    for g in range(kinds.groups[drawn]):
        for _ in range(kinds.times[drawn, g]):
            number = kinds.add[number, kinds.ranks[drawn, g]] if number >= 0 else -1
    return number


@without_refcounts
def ways_to_draw(kinds: Classes, drawn: int, left: Array) -> int:
    """In how many ways some ranks can be drawn from what is left of each."""
    ways = 1
    for g in range(kinds.groups[drawn]):
        ways *= CHOOSE[left[kinds.ranks[drawn, g]], kinds.times[drawn, g]]
    return ways
