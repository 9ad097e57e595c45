"""What comes behind a draw: the other's turn, from the tree or, against five cards, by chances."""

from __future__ import annotations

from sidepot.kernel import inlined, without_refcounts
from sidepot.odds.ricochet.solver.complete_hands import Facing, face
from sidepot.odds.ricochet.solver.states import is_low_suited, packed, values_at
from sidepot.odds.ricochet.solver.tree import ALL_RANKS, HIGH, OTHER, SAME, Tree
from sidepot.odds.ricochet.solver.workspace import WIDE, Work
from sidepot.rules.upcards import COMPLETE


@without_refcounts
def look_behind(
    tree: Tree, q: int, low: int, high: int, suited: int, mask: int, in_mine: int, work: Work
) -> tuple[int, int]:
    """Where the values of the next turn begin, which is player q's, and how far off the upper are.

    In `tree.value`, or against five cards in `work.known`. `in_mine`: ranks of the high hand in the
    suit of the low one, if that is suited.
    """
    if tree.classes.size[high] < COMPLETE:
        return values_at(tree, q, low, high, suited, mask)
    return _face_once(tree, q, low, high, suited, in_mine, work)


@inlined
def _face_once(
    tree: Tree, q: int, low: int, high: int, suited: int, in_mine: int, work: Work
) -> tuple[int, int]:
    """`look_behind` for five cards; what is not known yet is worked out."""
    kinds, can_flush = tree.classes, is_low_suited(suited)
    is_flush = suited in (SAME, OTHER, HIGH)
    number = kinds.as_flush[high] if is_flush else high - kinds.first[COMPLETE]
    row = number << COMPLETE | packed(kinds, high, 0, in_mine)
    mark = ((tree.place[q, low] << 1 | q) << 1 | can_flush) + 1
    if work.marks[row] >> 1 != mark:
        free = ALL_RANKS & ~(kinds.mask[low] | tree.dead_in[q] | in_mine) if can_flush else 0
        face(tree, q, low, number, can_flush, free, work.facing)
        is_level = work.facing.level[COMPLETE - kinds.size[low]] > 0.0
        work.marks[row] = mark << 1 | is_level
        _best_against(tree, q, low, row, is_level, work)
    upper = len(work.known) >> 1 if work.marks[row] & 1 else 0
    return row * WIDE, upper


@inlined
def _best_against(tree: Tree, q: int, low: int, row: int, is_level: bool, work: Work) -> None:
    """Write what a turn against five cards is worth: the best number of cards, or to fold."""
    size = tree.classes.size[low]
    first = tree.span[q, size, COMPLETE, 0]
    for bound in range(2 if is_level else 1):
        at = row * WIDE + bound * (len(work.known) >> 1)
        for i in range(WIDE):
            work.known[at + i] = max(0.0, buy(work.facing, 1, bound, first + i, work))
        for k in range(2, COMPLETE - size + 1):
            for i in range(WIDE):
                value = buy(work.facing, k, bound, first + i, work)
                work.known[at + i] = max(work.known[at + i], value)


@without_refcounts
def buy(facing: Facing, k: int, bound: int, bought: int, work: Work) -> float:
    """What k cards are worth against five, when so many have been paid for since the start."""
    won: float = facing.beat[k] * work.pot[bought + k]
    shared: float = facing.level[k] * work.half[bound, bought + k]
    return won + shared - k
