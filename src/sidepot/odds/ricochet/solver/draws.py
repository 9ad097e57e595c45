"""The sums over all draws of a turn, from the values of the successor states.

Let p_j be the probability that the low hand escapes on exactly its j-th card, and W_j(P) the value
of the opponent's next turn then, times p_j, when the pot is P. Buying k cards is worth

    V_k(P) = -k + sum over j <= k of p_j (P + k) - W_j(P + k),

all in prices of a card. The branches do not depend on k: one pass serves every k and every pot.
Where both hands have the same ranks, suits decide who is low (H5), which the classes do not hold:
the lower bound takes the worse of the two continuations, the upper bound the better one.
"""

from __future__ import annotations

from sidepot.kernel import Array, inlined, without_refcounts
from sidepot.odds.ricochet.solver.classes import Classes
from sidepot.odds.ricochet.solver.complete_hands import CHOOSE, add_cards, ways_to_draw
from sidepot.odds.ricochet.solver.continuation import find_continuation
from sidepot.odds.ricochet.solver.states import is_high_suited, is_low_suited
from sidepot.odds.ricochet.solver.tree import (
    ALL_RANKS,
    DECK,
    HIGH,
    LOW,
    NEITHER,
    SAME,
    Tree,
    opponent,
)
from sidepot.odds.ricochet.solver.workspace import (
    Draw,
    Workspace,
    add_draw,
    clear_plain,
    copy_plain,
    count_left,
)
from sidepot.rules.upcards import COMPLETE


@without_refcounts
def sum_plain_draws(
    tree: Tree, p: int, low: int, high: int, suited: int, mask: int, work: Workspace
) -> None:
    """Sum every draw after which the low hand is no longer low, as if it could not be a flush.

    Writes `work.plain`. The low hand's suits matter here only as blockers of the high hand.
    """
    classes, blockers = tree.classes, _low_blockers(tree.classes, low, suited, mask)
    count_left(tree, low, high, work)
    clear_plain(tree, low, high, work)
    total = 1.0
    for j in range(1, COMPLETE - classes.size[low] + 1):
        total = total * (_unseen_count(tree, low, high) - j + 1) / j
        for drawn in range(classes.first[j], classes.first[j + 1]):
            if ways_to_draw(classes, drawn, work.left) > 0:
                draw = _draw(classes, low, high, drawn, j)
                if (
                    _escapes_by_ranks(classes, draw.to, high)
                    and draw.from_lower + draw.from_equal > 0
                ):
                    _sum_by_blockers(tree, p, high, suited, blockers, drawn, draw, total, work)


@inlined
def _sum_by_blockers(
    tree: Tree,
    p: int,
    high: int,
    suited: int,
    blockers: int,
    drawn: int,
    draw: Draw,
    total: float,
    work: Workspace,
) -> None:
    """Sum the draws of some ranks; if the high hand is suited, by which of them block it.

    `blockers`: the low hand's ranks that block it, as bits.
    """
    classes, q, high_suited = tree.classes, opponent(tree, p), is_high_suited(suited)
    free = ALL_RANKS & ~(classes.mask[high] | tree.dead_in_suit[q] | blockers)
    for subset in range(1 << classes.rank_count[drawn] if high_suited else 1):
        after, in_high_suit = NEITHER, 0
        if high_suited:
            ways = _ways_with_blockers(classes, drawn, work.left, subset, free)
            after, in_high_suit = LOW, blockers | _rank_mask(classes, drawn, subset)
        else:
            ways = ways_to_draw(classes, drawn, work.left)
        if ways > 0:
            at, step = find_continuation(
                tree, q, high, draw.to, after, in_high_suit, in_high_suit, work
            )
            add_draw(tree, high, draw, ways / total, at, step, work.plain, work)


@without_refcounts
def sum_suited_draws(
    tree: Tree, p: int, low: int, high: int, suited: int, mask: int, work: Workspace
) -> None:
    """Write `work.sums`: those of `sum_plain_draws`, corrected for flushes of the low hand."""
    classes = tree.classes
    copy_plain(tree, low, high, work)
    if not is_low_suited(suited):
        return
    in_low_suit = classes.mask[high] if suited == SAME else (mask if suited == LOW else 0)
    free = ALL_RANKS & ~(classes.mask[low] | tree.dead_in_suit[p] | in_low_suit)
    total = 1.0
    for j in range(1, COMPLETE - classes.size[low] + 1):
        total = total * (_unseen_count(tree, low, high) - j + 1) / j
        for place in range(classes.first_unpaired[j], classes.first_unpaired[j + 1]):
            drawn = classes.unpaired[place]
            if classes.mask[drawn] & ~free == 0:
                draw = _draw(classes, low, high, drawn, j)
                if draw.from_lower + draw.from_equal > 0:
                    _correct_draw(tree, p, low, high, suited, in_low_suit, draw, total, work)


@inlined
def _correct_draw(
    tree: Tree,
    p: int,
    low: int,
    high: int,
    suited: int,
    in_low_suit: int,
    draw: Draw,
    total: float,
    work: Workspace,
) -> None:
    """Count a draw all in the low hand's suit as a flush, and no longer as a hand of two suits."""
    classes, q, to = tree.classes, opponent(tree, p), draw.to
    in_high_suit = classes.mask[to] if suited == SAME else 0
    up = _escapes_by_ranks(classes, to, high)
    if not up and not (classes.size[to] == COMPLETE and _escapes_by_flush(classes, to, high)):
        return
    for sign in range(-1 if up else 1, 2, 2):
        after, mask_after = suited, 0
        if sign < 0:
            after, mask_after = (NEITHER if suited == LOW else LOW), in_high_suit
        elif suited == LOW:
            after, mask_after = HIGH, in_low_suit
        at, step = find_continuation(tree, q, high, to, after, mask_after, in_high_suit, work)
        add_draw(tree, high, draw, sign / total, at, step, work.sums, work)


@without_refcounts
def _draw(classes: Classes, low: int, high: int, drawn: int, cards: int) -> Draw:
    """The draw of a class by the low hand."""
    to = add_cards(classes, low, drawn)
    if cards == 1:
        return Draw(cards, to, 1, 0)
    just = level = 0
    for g in range(classes.rank_count[drawn]):
        before = classes.take[to, classes.ranks[drawn, g]]
        just += classes.multiplicity[drawn, g] * (classes.strength[before] < classes.strength[high])
        level += classes.multiplicity[drawn, g] * (before == high)
    return Draw(cards, to, just, level)


@without_refcounts
def _escapes_by_ranks(classes: Classes, to: int, high: int) -> bool:
    """Is a hand with its draw above the other one, or of equal ranks?"""
    return to == high or bool(classes.strength[to] > classes.strength[high])


@without_refcounts
def _low_blockers(classes: Classes, low: int, suited: int, mask: int) -> int:
    """The ranks of the low hand that block the high one, as bits; 0 if that is not suited."""
    if suited == SAME:
        mask = classes.mask[low]
    return mask if suited in (SAME, HIGH) else 0


@without_refcounts
def _escapes_by_flush(classes: Classes, to: int, high: int) -> bool:
    """Does a class of five ranks beat a hand if it is a flush?"""
    return bool(classes.complete_strength[classes.flush_number[to]] > classes.strength[high])


@without_refcounts
def _unseen_count(tree: Tree, low: int, high: int) -> int:
    """The number of unseen cards."""
    held: int = tree.classes.size[low] + tree.classes.size[high]
    return DECK - tree.dead_count - held


@without_refcounts
def _rank_mask(classes: Classes, number: int, subset: int) -> int:
    """The ranks of a class that are in a subset (bits by their order), as bits by rank."""
    mask = 0
    for g in range(classes.rank_count[number]):
        mask |= (subset >> g & 1) << classes.ranks[number, g]
    return mask


@without_refcounts
def _ways_with_blockers(classes: Classes, drawn: int, left: Array, subset: int, free: int) -> int:
    """`ways_to_draw` with exactly a subset of the ranks in the high hand's suit.

    `subset` has bits by the order of the class's ranks, `free` the ranks left in that suit.
    """
    ways = 1
    for g in range(classes.rank_count[drawn]):
        rank, n = classes.ranks[drawn, g], classes.multiplicity[drawn, g]
        is_free, is_in = free >> rank & 1, subset >> g & 1
        if is_in > is_free:
            return 0
        ways *= CHOOSE[left[rank] - is_free, n - is_in]
    return ways
