"""The scratch space in which a turn is computed, and the sums over draws in it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sidepot.kernel import Array, inlined, without_refcounts
from sidepot.odds.ricochet.solver.classes import RANKS, SUITS
from sidepot.odds.ricochet.solver.complete_hands import DrawChances, count_of_rank
from sidepot.odds.ricochet.solver.tree import Tree
from sidepot.rules.upcards import COMPLETE

EQUAL, AFTER_EQUAL = COMPLETE - 1, COMPLETE
"""Branches of a turn. Those below are numbered by the card that escapes (0 for the first); these
two are equal ranks, and the card after equal ranks if the suits did not let the hand escape."""
_BRANCHES = COMPLETE + 1
_MOST_BOUGHT = 40
"""More cards than two hands can pay for, plus a `WIDTH`."""
WIDTH = 16
"""The count of numbers of cards paid for that are summed at a time, needed or not: a fixed length
is faster, and no state has more."""
_PADDED_WIDTH = WIDTH + COMPLETE
LOWER, UPPER = range(2)


class Draw(NamedTuple):
    """A set of cards that the low hand draws."""

    cards: int
    """The number of cards."""
    to: int
    """The class of the hand with them."""
    from_lower: int
    """The number of cards that can be the last one, after a hand that is lower."""
    from_equal: int
    """The number of cards that can be the last one, after a hand of equal ranks."""


class Sums(NamedTuple):
    """Sums over the draws of a turn."""

    chance: Array
    """By branch: its probability."""
    value: Array
    """By branch, bound and cards paid for: the value of the opponent's next turn, times the
    probability."""


class Workspace(NamedTuple):
    """The scratch space of a turn.

    Numbers of cards paid for count from the least that a state may have, for pots from 0.
    """

    left: Array
    """By rank: the number of unseen cards."""
    pot: Array
    """By cards paid for: the pot, in prices of a card."""
    half: Array
    """By bound and cards paid for: half the pot; an odd chip (C4) is the opponent's in the lower
    bound, one's own in the upper."""
    plain: Sums
    """The sums as if the low hand could not be a flush."""
    sums: Sums
    """The sums with flushes."""
    chances: DrawChances
    known_values: Array
    """The values of a turn against five cards, for the hand that was asked about last.

    The lower bounds by complete hand, its blockers, and cards paid for; then the upper bounds, only
    where they differ.
    """
    known_keys: Array
    """By complete hand and blockers: which hand that was, and whether the upper bounds differ."""
    value: Array
    """By cards bought, bound, and cards paid for before: the value of the buy."""


def new_workspace(tree: Tree) -> Workspace:
    """A workspace for one thread."""
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
    """Set the plain sums of the possible branches to 0."""
    for branch in range(_BRANCHES):
        work.plain.chance[branch] = 0.0
        if _is_branch(tree, low, high, branch):
            for bound in range(2):
                for i in range(_PADDED_WIDTH):
                    work.plain.value[branch, bound, i] = 0.0


@inlined
def copy_plain(tree: Tree, low: int, high: int, work: Workspace) -> None:
    """Start the sums from those of `sum_plain_draws`."""
    for branch in range(_BRANCHES):
        work.sums.chance[branch] = work.plain.chance[branch]
        if _is_branch(tree, low, high, branch):
            for bound in range(2):
                for i in range(_PADDED_WIDTH):
                    work.sums.value[branch, bound, i] = work.plain.value[branch, bound, i]


@without_refcounts
def _is_branch(tree: Tree, low: int, high: int, branch: int) -> bool:
    """Can a turn have this branch?"""
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
    """Add a draw and its continuation to the sums, with its probability.

    `at` and `step` are those of `find_continuation`.
    """
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
    """Add a draw's probability and continuation to one branch."""
    sums.chance[branch] += chance
    for bound in range(2):
        for i in range(WIDTH):
            sums.value[branch, bound, cards + i] += chance * values[at + bound * step + i]
