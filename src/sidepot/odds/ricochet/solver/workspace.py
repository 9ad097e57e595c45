"""Room to work out a turn in, and how what follows from a draw is summed up there."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sidepot.kernel import Array, inlined, without_refcounts
from sidepot.odds.ricochet.solver.classes import RANKS, SUITS
from sidepot.odds.ricochet.solver.complete_hands import DrawChances, count_of_rank
from sidepot.odds.ricochet.solver.tree import Tree
from sidepot.rules.upcards import COMPLETE

EQUAL, AFTER_EQUAL = COMPLETE - 1, COMPLETE
"""Branches beside those by the card on which one escapes (0 for the first): equal ranks, and what
comes with the card after them if suits have not let one escape."""
_BRANCHES = COMPLETE + 1
_MOST_BOUGHT = 40
"""More cards than two hands can pay for, and a whole length of those below."""
WIDTH = 16
"""Numbers of cards paid for that are summed up at a time, needed or not: a fixed length is quicker,
and no state has more."""
_PADDED_WIDTH = WIDTH + COMPLETE
LOWER, UPPER = range(2)


class Draw(NamedTuple):
    """Cards that the low hand draws."""

    cards: int
    """How many,"""
    to: int
    """and the class that they make of the hand."""
    from_lower: int
    """How many of them may have come last: the hand before was lower,"""
    from_equal: int
    """or was level."""


class Sums(NamedTuple):
    """What the branches of a turn come to."""

    chance: Array
    """By branch: its chance."""
    value: Array
    """By branch, bound and cards paid for: what the other's turn is worth, times the chance."""


class Workspace(NamedTuple):
    """Room to work out a turn in.

    Numbers of cards paid for count from the least that a state may have; for pots, from the start.
    """

    left: Array
    """By rank: cards that are unseen."""
    pot: Array
    """The pot, in prices of a card."""
    half: Array
    """By bound: half of it; an odd chip (C4) is the other's, or one's own."""
    plain: Sums
    """As if the low hand could be no flush."""
    sums: Sums
    chances: DrawChances
    known_values: Array
    """What a turn against five cards is worth to the hand that was asked about last.

    The lower bounds by finished hand, its cards in the other's suit, and cards paid for; then the
    upper bounds, but only where they are others.
    """
    known_keys: Array
    """By the first two: which hand that was, and whether the upper bounds are others."""
    value: Array
    """By number of cards bought, bound, and cards paid for before: what the buy is worth."""


def new_workspace(tree: Tree) -> Workspace:
    """Room for one thread."""
    rows = len(tree.classes.complete) << COMPLETE
    chips = tree.pot + tree.price * np.arange(_MOST_BOUGHT)
    return Workspace(
        left=np.zeros(RANKS, np.int64),
        pot=chips / tree.price,
        half=np.array([chips // 2, (chips + 1) // 2]) / tree.price,
        plain=Sums(np.zeros(_BRANCHES), np.zeros((_BRANCHES, 2, _PADDED_WIDTH))),
        sums=Sums(np.zeros(_BRANCHES), np.zeros((_BRANCHES, 2, _PADDED_WIDTH))),
        chances=DrawChances(np.zeros(COMPLETE), np.zeros(COMPLETE)),
        known_values=np.zeros(2 * rows * WIDTH, np.float32),
        known_keys=np.zeros(rows, np.int32),
        value=np.zeros((COMPLETE, 2, _PADDED_WIDTH)),
    )


@inlined
def clear_plain(tree: Tree, low: int, high: int, work: Workspace) -> None:
    """Count nothing yet."""
    for branch in range(_BRANCHES):
        work.plain.chance[branch] = 0.0
        if _is_branch(tree, low, high, branch):
            for bound in range(2):
                for i in range(_PADDED_WIDTH):
                    work.plain.value[branch, bound, i] = 0.0


@inlined
def copy_plain(tree: Tree, low: int, high: int, work: Workspace) -> None:
    """Begin with what `sum_plain_draws` has found."""
    for branch in range(_BRANCHES):
        work.sums.chance[branch] = work.plain.chance[branch]
        if _is_branch(tree, low, high, branch):
            for bound in range(2):
                for i in range(_PADDED_WIDTH):
                    work.sums.value[branch, bound, i] = work.plain.value[branch, bound, i]


@without_refcounts
def _is_branch(tree: Tree, low: int, high: int, branch: int) -> bool:
    """Can a turn have such a branch?"""
    size = tree.classes.size
    if branch >= EQUAL:
        return bool(size[low] < size[high])
    return bool(branch < COMPLETE - size[low])


@without_refcounts
def count_left(tree: Tree, low: int, high: int, work: Workspace) -> None:
    """Count the unseen cards of each rank."""
    for rank in range(RANKS):
        seen = (
            count_of_rank(tree.classes, low, rank)
            + count_of_rank(tree.classes, high, rank)
            + tree.dead[rank]
        )
        work.left[rank] = SUITS - seen


@inlined
def add_draw(
    tree: Tree,
    high: int,
    draw: Draw,
    chance: float,
    at: int,
    step: int,
    sums: Sums,
    work: Workspace,
) -> None:
    """Count what a draw leads to, with its chance: `at` and `step` are those of `find_continuation`."""
    values = tree.value if tree.classes.size[draw.to] < COMPLETE else work.known_values
    branch = EQUAL if draw.to == high else draw.cards - 1
    _add_to_branch(
        sums, branch, draw.cards, chance * draw.from_lower / draw.cards, values, at, step
    )
    if draw.from_equal:
        part = chance * draw.from_equal / draw.cards
        _add_to_branch(sums, AFTER_EQUAL, draw.cards, part, values, at, step)


@without_refcounts
def _add_to_branch(
    sums: Sums, branch: int, cards: int, chance: float, values: Array, at: int, step: int
) -> None:
    """Count it in one branch."""
    sums.chance[branch] += chance
    for bound in range(2):
        for i in range(WIDTH):
            sums.value[branch, bound, cards + i] += chance * values[at + bound * step + i]
