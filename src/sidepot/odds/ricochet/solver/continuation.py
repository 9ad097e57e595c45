"""Continuation values: the opponent's next turn after a draw.

From the tree or, against a complete hand, computed from chances.
"""

from __future__ import annotations

from sidepot.kernel import inlined, without_refcounts
from sidepot.odds.ricochet.solver.complete_hands import DrawChances, fill_chances
from sidepot.odds.ricochet.solver.states import is_low_suited, pack_ranks, values_at
from sidepot.odds.ricochet.solver.tree import ALL_RANKS, HIGH, OTHER, SAME, Tree
from sidepot.odds.ricochet.solver.workspace import WIDTH, Workspace
from sidepot.rules.upcards import COMPLETE


@without_refcounts
def find_continuation(
    tree: Tree,
    q: int,
    low: int,
    high: int,
    suited: int,
    mask: int,
    in_low_suit: int,
    work: Workspace,
) -> tuple[int, int]:
    """The offset of the lower bounds of player q's next turn, and the distance to the upper ones.

    They are in `tree.value`, or against five cards in `work.known_values`. `in_low_suit`: the ranks
    of the high hand in the suit of the low one, if that is suited.
    """
    if tree.classes.size[high] < COMPLETE:
        return values_at(tree, q, low, high, suited, mask)
    return _against_complete(tree, q, low, high, suited, in_low_suit, work)


@inlined
def _against_complete(
    tree: Tree, q: int, low: int, high: int, suited: int, in_low_suit: int, work: Workspace
) -> tuple[int, int]:
    """`find_continuation` against five cards; values that are not known yet are computed."""
    classes, can_flush = tree.classes, is_low_suited(suited)
    is_flush = suited in (SAME, OTHER, HIGH)
    number = classes.flush_number[high] if is_flush else high - classes.first[COMPLETE]
    row = number << COMPLETE | pack_ranks(classes, high, 0, in_low_suit)
    key = ((tree.hand_index[q, low] << 1 | q) << 1 | can_flush) + 1
    if work.known_keys[row] >> 1 != key:
        free = (
            ALL_RANKS & ~(classes.mask[low] | tree.dead_in_suit[q] | in_low_suit)
            if can_flush
            else 0
        )
        fill_chances(tree, q, low, number, can_flush, free, work.chances)
        is_equal = work.chances.equal[COMPLETE - classes.size[low]] > 0.0
        work.known_keys[row] = key << 1 | is_equal
        _fill_values(tree, q, low, row, is_equal, work)
    upper = len(work.known_values) >> 1 if work.known_keys[row] & 1 else 0
    return row * WIDTH, upper


@inlined
def _fill_values(tree: Tree, q: int, low: int, row: int, is_equal: bool, work: Workspace) -> None:
    """Write the values of a turn against five cards: of the best number of cards, or folding."""
    size = tree.classes.size[low]
    first = tree.paid_span[q, size, COMPLETE, 0]
    for bound in range(2 if is_equal else 1):
        at = row * WIDTH + bound * (len(work.known_values) >> 1)
        for i in range(WIDTH):
            work.known_values[at + i] = max(0.0, buy_value(work.chances, 1, bound, first + i, work))
        for k in range(2, COMPLETE - size + 1):
            for i in range(WIDTH):
                value = buy_value(work.chances, k, bound, first + i, work)
                work.known_values[at + i] = max(work.known_values[at + i], value)


@without_refcounts
def buy_value(chances: DrawChances, k: int, bound: int, bought: int, work: Workspace) -> float:
    """The value of buying k cards against five, in prices of a card.

    `bought`: the number of cards that have been paid for since the start.
    """
    won: float = chances.win[k] * work.pot[bought + k]
    shared: float = chances.equal[k] * work.half[bound, bought + k]
    return won + shared - k
