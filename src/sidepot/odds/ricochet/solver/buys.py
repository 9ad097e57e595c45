"""The value of buying each number of cards, from the sums over all draws."""

from __future__ import annotations

from sidepot.kernel import without_refcounts
from sidepot.odds.ricochet.solver.tree import Tree
from sidepot.odds.ricochet.solver.workspace import AFTER_EQUAL, EQUAL, UPPER, Workspace
from sidepot.rules.upcards import COMPLETE


@without_refcounts
def evaluate_buys(tree: Tree, p: int, low: int, high: int, work: Workspace) -> None:
    """Write the values of player p's buys to `work.value`, from `work.sums`."""
    classes = tree.classes
    first, last = tree.paid_span[p, classes.size[low], classes.size[high]]
    room, to_level = COMPLETE - classes.size[low], classes.size[high] - classes.size[low]
    for i in range(last - first + 1):
        for k in range(1, room + 1):
            for bound in range(2):
                value = -float(k)
                for j in range(k):
                    value += _gain(work, j, first, i + k, bound)
                if work.sums.chance[EQUAL] > 0.0 and k >= to_level:
                    value += _equal_gain(tree, work, k - to_level, first, i + k, bound)
                work.value[k, bound, i] = value


@without_refcounts
def _gain(work: Workspace, branch: int, first: int, i: int, bound: int) -> float:
    """The contribution of a branch: the pot, less the value of the opponent's next turn."""
    won: float = work.sums.chance[branch] * work.pot[first + i]
    lost: float = work.sums.value[branch, 1 - bound, i]
    return won - lost


@without_refcounts
def _equal_gain(tree: Tree, work: Workspace, more: int, first: int, i: int, bound: int) -> float:
    """The contribution of equal ranks with `more` cards to come (R5, R8).

    Suits decide whether the hand has escaped: the worse case is the lower bound, the better one the
    upper.
    """
    escaped = _gain(work, EQUAL, first, i, bound)
    beaten = _gain(work, AFTER_EQUAL, first, i, bound) if more else 0.0
    if tree.any_tie:
        escaped = work.sums.chance[EQUAL] * work.half[bound, first + i]
        beaten = beaten if more else escaped
    return max(escaped, beaten) if bound == UPPER else min(escaped, beaten)
