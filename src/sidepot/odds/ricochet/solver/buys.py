"""What each number of cards is worth, from the sums over all draws."""

from __future__ import annotations

from sidepot.kernel import without_refcounts
from sidepot.odds.ricochet.solver.tree import Tree
from sidepot.odds.ricochet.solver.workspace import AFTER_LEVEL, LEVEL, UPPER, Work
from sidepot.rules.upcards import COMPLETE


@without_refcounts
def weigh(tree: Tree, p: int, low: int, high: int, work: Work) -> None:
    """What player p's buys are worth, from the draws: `work.value`."""
    kinds = tree.classes
    first, last = tree.span[p, kinds.size[low], kinds.size[high]]
    room, to_level = COMPLETE - kinds.size[low], kinds.size[high] - kinds.size[low]
    for i in range(last - first + 1):
        for k in range(1, room + 1):
            for bound in range(2):
                value = -float(k)
                for j in range(k):
                    value += _gain(work, j, first, i + k, bound)
                if work.sums.mass[LEVEL] > 0.0 and k >= to_level:
                    value += _level_gain(tree, work, k - to_level, first, i + k, bound)
                work.value[k, bound, i] = value


@without_refcounts
def _gain(work: Work, branch: int, first: int, i: int, bound: int) -> float:
    """What a branch brings: the pot, less what the other's turn is worth."""
    won: float = work.sums.mass[branch] * work.pot[first + i]
    lost: float = work.sums.worth[branch, 1 - bound, i]
    return won - lost


@without_refcounts
def _level_gain(tree: Tree, work: Work, more: int, first: int, i: int, bound: int) -> float:
    """What equal ranks bring when so many cards are to come: escaped by suit, or not (R5, R8)."""
    escaped = _gain(work, LEVEL, first, i, bound)
    beaten = _gain(work, AFTER_LEVEL, first, i, bound) if more else 0.0
    if tree.any_tie:
        escaped = work.sums.mass[LEVEL] * work.half[bound, first + i]
        beaten = beaten if more else escaped
    return max(escaped, beaten) if bound == UPPER else min(escaped, beaten)
