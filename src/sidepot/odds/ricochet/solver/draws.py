"""A turn in the tree: what each number of cards is worth, from the values of the states behind it.

With mass_j the chance that the low hand escapes on exactly its j-th card, and W_j(P) the mean of
what the other's turn is worth then, when the pot is P,

    V_k(P) = -k + sum over j <= k of mass_j (P + k) - W_j(P + k),

all in prices of a card. k does not enter into the branches: one walk serves every k and every pot.
Where both hands come to the same ranks, suits decide who is low (H5), and these the lumps do not
know: the lower bound takes the worse of both ways to go on, the upper bound the better one.
"""

from __future__ import annotations

from sidepot.kernel import Array, inlined, without_refcounts
from sidepot.odds.ricochet.solver.classes import Classes
from sidepot.odds.ricochet.solver.complete_hands import CHOOSE, joined, ways_to_draw
from sidepot.odds.ricochet.solver.continuation import look_behind
from sidepot.odds.ricochet.solver.states import is_high_suited, is_low_suited
from sidepot.odds.ricochet.solver.tree import ALL_RANKS, DECK, HIGH, LOW, NEITHER, SAME, Tree, other
from sidepot.odds.ricochet.solver.workspace import Draw, Work, add, begin_plain, clear, count_left
from sidepot.rules.upcards import COMPLETE


@without_refcounts
def walk_plain(tree: Tree, p: int, low: int, high: int, suited: int, mask: int, work: Work) -> None:
    """Sum up every draw after which the low hand is low no more, as if it could be no flush.

    Into `work.plain`. How the low hand is suited matters only for whose cards are in whose way.
    """
    kinds = tree.classes
    count_left(tree, low, high, work)
    clear(tree, low, high, work)
    total = 1.0
    for j in range(1, COMPLETE - kinds.size[low] + 1):
        total = total * (_unseen(tree, low, high) - j + 1) / j
        for drawn in range(kinds.first[j], kinds.first[j + 1]):
            if ways_to_draw(kinds, drawn, work.left) > 0:
                draw = _drawn_by(kinds, low, high, drawn, j)
                if _is_up(kinds, draw.to, high) and draw.just + draw.level > 0:
                    _walk_suits(tree, p, low, high, suited, mask, drawn, draw, total, work)


@inlined
def _walk_suits(
    tree: Tree,
    p: int,
    low: int,
    high: int,
    suited: int,
    mask: int,
    drawn: int,
    draw: Draw,
    total: float,
    work: Work,
) -> None:
    """Sum up the draw of some ranks; if the high hand is suited, by which are of its suit."""
    kinds, q, his = tree.classes, other(tree, p), is_high_suited(suited)
    across = _mine_in_his(kinds, low, suited, mask)
    free = ALL_RANKS & ~(kinds.mask[high] | tree.dead_in[q] | across)
    for subset in range(1 << kinds.groups[drawn] if his else 1):
        after, in_his = NEITHER, 0
        if his:
            ways = _ways_across(kinds, drawn, work.left, subset, free)
            after, in_his = LOW, across | _ranks_of(kinds, drawn, subset)
        else:
            ways = ways_to_draw(kinds, drawn, work.left)
        if ways > 0:
            at, step = look_behind(tree, q, high, draw.to, after, in_his, in_his, work)
            add(tree, high, draw, ways / total, at, step, work.plain, work)


@without_refcounts
def walk_suited(
    tree: Tree, p: int, low: int, high: int, suited: int, mask: int, work: Work
) -> None:
    """Set right what `walk_plain` says of draws all in the suit of a low hand that is suited."""
    kinds = tree.classes
    begin_plain(tree, low, high, work)
    if not is_low_suited(suited):
        return
    in_mine = kinds.mask[high] if suited == SAME else (mask if suited == LOW else 0)
    free = ALL_RANKS & ~(kinds.mask[low] | tree.dead_in[p] | in_mine)
    total = 1.0
    for j in range(1, COMPLETE - kinds.size[low] + 1):
        total = total * (_unseen(tree, low, high) - j + 1) / j
        for place in range(kinds.first_distinct[j], kinds.first_distinct[j + 1]):
            drawn = kinds.distinct[place]
            if kinds.mask[drawn] & ~free == 0:
                draw = _drawn_by(kinds, low, high, drawn, j)
                if draw.just + draw.level > 0:
                    _set_right(tree, p, low, high, suited, in_mine, draw, total, work)


@inlined
def _set_right(
    tree: Tree,
    p: int,
    low: int,
    high: int,
    suited: int,
    in_mine: int,
    draw: Draw,
    total: float,
    work: Work,
) -> None:
    """Take a draw all in one suit for what it is, and no more for what it would be in two."""
    kinds, q, to = tree.classes, other(tree, p), draw.to
    in_his = kinds.mask[to] if suited == SAME else 0
    up = _is_up(kinds, to, high)
    if not up and not (kinds.size[to] == COMPLETE and _is_flush_up(kinds, to, high)):
        return
    for sign in range(-1 if up else 1, 2, 2):
        after, their_mask = suited, 0
        if sign < 0:
            after, their_mask = (NEITHER if suited == LOW else LOW), in_his
        elif suited == LOW:
            after, their_mask = HIGH, in_mine
        at, step = look_behind(tree, q, high, to, after, their_mask, in_his, work)
        add(tree, high, draw, sign / total, at, step, work.sums, work)


@without_refcounts
def _drawn_by(kinds: Classes, low: int, high: int, drawn: int, cards: int) -> Draw:
    """What the low hand draws."""
    to = joined(kinds, low, drawn)
    if cards == 1:
        return Draw(cards, to, 1, 0)
    just = level = 0
    for g in range(kinds.groups[drawn]):
        before = kinds.take[to, kinds.ranks[drawn, g]]
        just += kinds.times[drawn, g] * (kinds.strength[before] < kinds.strength[high])
        level += kinds.times[drawn, g] * (before == high)
    return Draw(cards, to, just, level)


@without_refcounts
def _is_up(kinds: Classes, to: int, high: int) -> bool:
    """Is a hand that has grown not below the other any more, or level by ranks?"""
    return to == high or bool(kinds.strength[to] > kinds.strength[high])


@without_refcounts
def _mine_in_his(kinds: Classes, low: int, suited: int, mask: int) -> int:
    """The ranks of the low hand's cards in the suit of the high one, if that is suited."""
    if suited == SAME:
        mask = kinds.mask[low]
    return mask if suited in (SAME, HIGH) else 0


@without_refcounts
def _is_flush_up(kinds: Classes, to: int, high: int) -> bool:
    """Does a class of five ranks beat a hand once it is a flush?"""
    return bool(kinds.finished_strength[kinds.as_flush[to]] > kinds.strength[high])


@without_refcounts
def _unseen(tree: Tree, low: int, high: int) -> int:
    """How many cards are in the deck."""
    held: int = tree.classes.size[low] + tree.classes.size[high]
    return DECK - tree.seen - held


@without_refcounts
def _ranks_of(kinds: Classes, number: int, subset: int) -> int:
    """The ranks of some groups of a class."""
    mask = 0
    for g in range(kinds.groups[number]):
        mask |= (subset >> g & 1) << kinds.ranks[number, g]
    return mask


@without_refcounts
def _ways_across(kinds: Classes, drawn: int, left: Array, subset: int, free: int) -> int:
    """`ways_to_draw`, with just a subset of the ranks, by groups, among the cards of one suit."""
    ways = 1
    for g in range(kinds.groups[drawn]):
        rank, n = kinds.ranks[drawn, g], kinds.times[drawn, g]
        is_free, is_in = free >> rank & 1, subset >> g & 1
        if is_in > is_free:
            return 0
        ways *= CHOOSE[left[rank] - is_free, n - is_in]
    return ways
