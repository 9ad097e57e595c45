"""Chances against a complete hand: no further turn follows, so counting draws gives the value."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from sidepot import hands
from sidepot.kernel import Array, readable, without_refcounts
from sidepot.odds.ricochet.solver.classes import COUNT_BITS, RANKS, SUITS, Classes, includes
from sidepot.odds.ricochet.solver.tree import DECK, Tree, opponent
from sidepot.rules.upcards import COMPLETE

_CATEGORY = 26
"""The number of bits below the category in a strength."""
_STRAIGHTS = readable(np.array([hands.WHEEL, *(0x1F << low for low in range(9))], np.int64))
CHOOSE = readable(
    np.array([[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]])
)
"""`CHOOSE[n, k]`: the ways to choose k of n cards of a rank, n up to 4."""


_CHOOSE_RANKS = readable(np.array([[math.comb(n, k) for k in range(6)] for n in range(14)]))
"""`_CHOOSE_RANKS[n, k]`: the ways to choose k of n ranks."""


class DrawChances(NamedTuple):
    """Probabilities of a hand against a complete one, by the number of cards bought."""

    win: Array
    """The probability to beat it."""
    equal: Array
    """The probability to have equal strength."""


@without_refcounts
def fill_chances(
    tree: Tree, p: int, low: int, number: int, suited: bool, free: int, out: DrawChances
) -> None:
    """Write the chances of player p's class against the complete hand `number` to `out`.

    `free`: if the class is suited, the ranks that are left in its suit.
    """
    classes = tree.classes
    room = COMPLETE - classes.size[low]
    unseen = DECK - tree.dead_count - classes.size[low] - COMPLETE
    row = tree.winning_draws_offset[p, tree.hand_index[p, low]] + number * room
    total = 1.0
    for k in range(1, room + 1):
        total = total * (unseen - k + 1) / k
        ways = tree.winning_draws[row + k - 1]
        if k == room and suited:
            ways += _winning_flush_count(classes, low, number, free)
        out.win[k] = ways / total
        out.equal[k] = (
            _equal_draw_count(tree, low, number, suited, free) / total if k == room else 0.0
        )


@without_refcounts
def _winning_flush_count(classes: Classes, low: int, number: int, free: int) -> int:
    """The number of flushes of a suited class that win, and would not win in two suits."""
    goal, k = classes.complete_strength[number], COMPLETE - classes.size[low]
    category, mask = goal >> _CATEGORY, classes.mask[low]
    goal_mask = classes.mask[classes.complete[number]]
    if category < hands.STRAIGHT:
        without = _straight_count(mask, free, 0)
        if category < hands.PAIR:
            without = _higher_flush_count(mask, free, k, goal_mask)
        return _choose_ranks(_bit_count(free), k) - without
    if category == hands.STRAIGHT:
        return _choose_ranks(_bit_count(free), k) - _straight_count(mask, free, goal_mask)
    if category == hands.FLUSH:
        return _higher_flush_count(mask, free, k, goal_mask)
    return _straight_count(mask, free, goal_mask if category == hands.STRAIGHT_FLUSH else 0)


@without_refcounts
def _higher_flush_count(mask: int, free: int, k: int, goal: int) -> int:
    """The ways to add k free ranks to `mask` so that it is a straight or beats `goal`'s high cards.

    `goal` has the ranks of a flush or of a hand without a pair, as bits.
    """
    found = 0
    for straight in _STRAIGHTS:
        below = straight <= goal
        found += below and mask & ~straight == 0 and straight & ~mask & ~free == 0
    for rank in range(RANKS - 1, -1, -1):
        bit = 1 << rank
        lower = _bit_count(free & bit - 1)
        if goal & bit:
            if not mask & bit:
                if not free & bit or k == 0:
                    return found
                k -= 1
        elif mask & bit:
            return found + _choose_ranks(lower, k)
        elif free & bit and k > 0:
            found += _choose_ranks(lower, k - 1)
    return found


@without_refcounts
def _equal_draw_count(tree: Tree, low: int, number: int, suited: bool, free: int) -> int:
    """The number of draws with which a class has the same strength as a complete hand."""
    classes = tree.classes
    goal = classes.complete[number]
    if not includes(classes, goal, low):
        return 0
    distinct = classes.rank_count[goal] == COMPLETE
    flush = suited and distinct and (classes.mask[goal] & ~classes.mask[low]) & ~free == 0
    if number != goal - classes.first[COMPLETE]:  # it is a flush
        return int(flush)
    ways = 1
    for rank in range(RANKS):
        mine, theirs = count_of_rank(classes, low, rank), count_of_rank(classes, goal, rank)
        ways *= (
            CHOOSE[SUITS - mine - theirs - tree.dead[rank], theirs - mine] if theirs > mine else 1
        )
    return ways - flush


@without_refcounts
def count_of_rank(classes: Classes, number: int, rank: int) -> int:
    """The number of cards of a rank in a class."""
    n: int = classes.packed_counts[number] >> COUNT_BITS * rank & (1 << COUNT_BITS) - 1
    return n


@without_refcounts
def add_cards(classes: Classes, number: int, drawn: int) -> int:
    """The class of a hand and a draw, both given as classes."""
    for g in range(classes.rank_count[drawn]):
        for _ in range(classes.multiplicity[drawn, g]):
            number = classes.add[number, classes.ranks[drawn, g]]
    return number


@without_refcounts
def _straight_count(mask: int, free: int, above: int) -> int:
    """The number of straights above a given one (or 0) that `mask` makes with free ranks."""
    found = 0
    for straight in _STRAIGHTS[::-1]:
        if straight == above:
            break
        found += mask & ~straight == 0 and straight & ~mask & ~free == 0
    return found


@without_refcounts
def _bit_count(mask: int) -> int:
    """The number of ranks in a mask."""
    mask -= mask >> 1 & 0x5555
    mask = (mask & 0x3333) + (mask >> 2 & 0x3333)
    mask = mask + (mask >> 4) & 0x0F0F
    return (mask + (mask >> 8)) & 0x1F


@without_refcounts
def _choose_ranks(n: int, k: int) -> int:
    """The ways to choose k of n ranks."""
    ways: int = _CHOOSE_RANKS[n, k]
    return ways


@without_refcounts
def count_winning_draws(tree: Tree, p: int, i: int, full: Array, left: Array) -> None:
    """Count the draws with which player p's i-th hand beats each complete one, without flushes.

    Writes `tree.winning_draws`. `full` (one number a class) and `left` (one number a rank) are
    scratch space.
    """
    classes = tree.classes
    low, start = tree.hands[p, i], tree.start_class[opponent(tree, p)]
    room = COMPLETE - classes.size[low]
    for drawn in range(1, classes.first[room + 1]):
        full[drawn] = _add_cards_if_possible(classes, low, drawn)
    for number in range(len(classes.complete)):
        high = classes.complete[number]
        if not includes(classes, high, start):
            continue
        for rank in range(RANKS):
            seen = (
                count_of_rank(classes, low, rank)
                + count_of_rank(classes, high, rank)
                + tree.dead[rank]
            )
            left[rank] = max(SUITS - seen, 0)
        row = tree.winning_draws_offset[p, i] + number * room - 1
        for drawn in range(1, classes.first[room + 1]):
            if (
                full[drawn] >= 0
                and classes.strength[full[drawn]] > classes.complete_strength[number]
            ):
                tree.winning_draws[row + classes.size[drawn]] += ways_to_draw(classes, drawn, left)


@without_refcounts
def _add_cards_if_possible(classes: Classes, number: int, drawn: int) -> int:
    """`add_cards`, or -1 for more than four of a rank."""
    for g in range(classes.rank_count[drawn]):
        for _ in range(classes.multiplicity[drawn, g]):
            number = classes.add[number, classes.ranks[drawn, g]] if number >= 0 else -1
    return number


@without_refcounts
def ways_to_draw(classes: Classes, drawn: int, left: Array) -> int:
    """The number of ways to draw a class from the cards that are left of each rank."""
    ways = 1
    for g in range(classes.rank_count[drawn]):
        ways *= CHOOSE[left[classes.ranks[drawn, g]], classes.multiplicity[drawn, g]]
    return ways
