"""Room to work out a turn in, and how what follows from a draw is summed up there."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sidepot.kernel import Array, inlined, without_refcounts
from sidepot.odds.ricochet.solver.classes import RANKS, SUITS
from sidepot.odds.ricochet.solver.complete_hands import Facing, times
from sidepot.odds.ricochet.solver.tree import Tree
from sidepot.rules.upcards import COMPLETE

LEVEL, AFTER_LEVEL = COMPLETE - 1, COMPLETE
"""Branches beside those by the card on which one escapes (0 for the first): equal ranks, and what
comes with the card after them if suits have not let one escape."""
_BRANCHES = COMPLETE + 1
_MOST_BOUGHT = 40
"""More cards than two hands can pay for, and a whole length of those below."""
WIDE = 16
"""Numbers of cards paid for that are summed up at a time, needed or not: a fixed length is quicker,
and no state has more."""
_ROOM = WIDE + COMPLETE
LOWER, UPPER = range(2)


class Draw(NamedTuple):
    """Cards that the low hand draws."""

    cards: int
    """How many,"""
    to: int
    """and the class that they make of the hand."""
    just: int
    """How many of them may have come last: the hand before was lower,"""
    level: int
    """or was level."""


class Sums(NamedTuple):
    """What the branches of a turn come to."""

    mass: Array
    """By branch: its chance."""
    worth: Array
    """By branch, bound and cards paid for: what the other's turn is worth, times the chance."""


class Work(NamedTuple):
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
    facing: Facing
    known: Array
    """What a turn against five cards is worth to the hand that was asked about last.

    The lower bounds by finished hand, its cards in the other's suit, and cards paid for; then the
    upper bounds, but only where they are others.
    """
    marks: Array
    """By the first two: which hand that was, and whether the upper bounds are others."""
    value: Array
    """By number of cards bought, bound, and cards paid for before: what the buy is worth."""


def workroom(tree: Tree) -> Work:
    """Room for one thread."""
    rows = len(tree.classes.finished) << COMPLETE
    chips = tree.pot + tree.price * np.arange(_MOST_BOUGHT)
    return Work(
        left=np.zeros(RANKS, np.int64),
        pot=chips / tree.price,
        half=np.array([chips // 2, (chips + 1) // 2]) / tree.price,
        plain=Sums(np.zeros(_BRANCHES), np.zeros((_BRANCHES, 2, _ROOM))),
        sums=Sums(np.zeros(_BRANCHES), np.zeros((_BRANCHES, 2, _ROOM))),
        facing=Facing(np.zeros(COMPLETE), np.zeros(COMPLETE)),
        known=np.zeros(2 * rows * WIDE, np.float32),
        marks=np.zeros(rows, np.int32),
        value=np.zeros((COMPLETE, 2, _ROOM)),
    )


@inlined
def clear(tree: Tree, low: int, high: int, work: Work) -> None:
    """Count nothing yet."""
    for branch in range(_BRANCHES):
        work.plain.mass[branch] = 0.0
        if _is_branch(tree, low, high, branch):
            for bound in range(2):
                for i in range(_ROOM):
                    work.plain.worth[branch, bound, i] = 0.0


@inlined
def begin_plain(tree: Tree, low: int, high: int, work: Work) -> None:
    """Begin with what `walk_plain` has found."""
    for branch in range(_BRANCHES):
        work.sums.mass[branch] = work.plain.mass[branch]
        if _is_branch(tree, low, high, branch):
            for bound in range(2):
                for i in range(_ROOM):
                    work.sums.worth[branch, bound, i] = work.plain.worth[branch, bound, i]


@without_refcounts
def _is_branch(tree: Tree, low: int, high: int, branch: int) -> bool:
    """Can a turn have such a branch?"""
    size = tree.classes.size
    if branch >= LEVEL:
        return bool(size[low] < size[high])
    return bool(branch < COMPLETE - size[low])


@without_refcounts
def count_left(tree: Tree, low: int, high: int, work: Work) -> None:
    """Count the unseen cards of each rank."""
    for rank in range(RANKS):
        seen = times(tree.classes, low, rank) + times(tree.classes, high, rank) + tree.dead[rank]
        work.left[rank] = SUITS - seen


@inlined
def add(
    tree: Tree,
    high: int,
    draw: Draw,
    chance: float,
    at: int,
    step: int,
    sums: Sums,
    work: Work,
) -> None:
    """Count what a draw leads to, with its chance: `at` and `step` are those of `look_behind`."""
    values = tree.value if tree.classes.size[draw.to] < COMPLETE else work.known
    branch = LEVEL if draw.to == high else draw.cards - 1
    _add_to(sums, branch, draw.cards, chance * draw.just / draw.cards, values, at, step)
    if draw.level:
        part = chance * draw.level / draw.cards
        _add_to(sums, AFTER_LEVEL, draw.cards, part, values, at, step)


@without_refcounts
def _add_to(
    sums: Sums, branch: int, cards: int, chance: float, values: Array, at: int, step: int
) -> None:
    """Count it in one branch."""
    sums.mass[branch] += chance
    for bound in range(2):
        for i in range(WIDE):
            sums.worth[branch, bound, cards + i] += chance * values[at + bound * step + i]
