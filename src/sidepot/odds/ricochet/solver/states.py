"""States: where their values lie, and which ways to be suited can come about."""

from __future__ import annotations

from sidepot.kernel import without_refcounts
from sidepot.odds.ricochet.solver.classes import COUNT_BITS, RANKS, Classes
from sidepot.odds.ricochet.solver.tree import HIGH, LOW, OTHER, SAME, Tree, other


@without_refcounts
def variants(kinds: Classes, low: int, high: int) -> int:
    """How many ways two classes can be suited, with the cards that are in each other's way."""
    mine, his = _is_distinct(kinds, low), _is_distinct(kinds, high)
    n = 3 if mine and his else 1
    n += 1 << apart(kinds, high, low) if mine else 0
    n += 1 << apart(kinds, low, high) if his else 0
    return n


@without_refcounts
def _variant(kinds: Classes, low: int, high: int, suited: int, mask: int) -> int:
    """The number of a way to be suited.

    `mask` has the ranks of the one's cards in the other's suit.
    """
    if suited <= OTHER:
        return suited
    mine, his = _is_distinct(kinds, low), _is_distinct(kinds, high)
    first = 3 if mine and his else 1
    if suited == LOW:
        return first + packed(kinds, high, low, mask)
    first += 1 << apart(kinds, high, low) if mine else 0
    return first + packed(kinds, low, high, mask)


@without_refcounts
def _is_distinct(kinds: Classes, number: int) -> bool:
    """Has a class no rank twice?"""
    return bool(kinds.groups[number] == kinds.size[number])


@without_refcounts
def apart(kinds: Classes, one: int, another: int) -> int:
    """How many ranks one class has that another has not."""
    n = 0
    for g in range(kinds.groups[one]):
        n += 1 - (kinds.mask[another] >> kinds.ranks[one, g] & 1)
    return n


@without_refcounts
def packed(kinds: Classes, one: int, another: int, mask: int) -> int:
    """A set of the ranks that one class has and another has not, as neighbouring bits."""
    bits = n = 0
    for g in range(kinds.groups[one]):
        rank = kinds.ranks[one, g]
        if not kinds.mask[another] >> rank & 1:
            bits |= (mask >> rank & 1) << n
            n += 1
    return bits


@without_refcounts
def unpacked(kinds: Classes, one: int, another: int, bits: int) -> int:
    """The set of ranks behind neighbouring bits."""
    mask = n = 0
    for g in range(kinds.groups[one]):
        rank = kinds.ranks[one, g]
        if not kinds.mask[another] >> rank & 1:
            mask |= (bits >> n & 1) << rank
            n += 1
    return mask


@without_refcounts
def state(tree: Tree, p: int, low: int, high: int, suited: int, mask: int) -> tuple[int, int]:
    """Where a state begins, and how many numbers of cards may have been paid for in it."""
    kinds = tree.classes
    at: int = tree.at[p, tree.place[p, low], tree.place[other(tree, p), high]]
    first, last = tree.span[p, kinds.size[low], kinds.size[high]]
    n = last - first + 1
    return at + _variant(kinds, low, high, suited, mask) * n, n


@without_refcounts
def values_at(tree: Tree, p: int, low: int, high: int, suited: int, mask: int) -> tuple[int, int]:
    """Where the lower bounds of a state begin, and how far behind them the upper bounds."""
    at, n = state(tree, p, low, high, suited, mask)
    return 2 * at, n


@without_refcounts
def exists(tree: Tree, p: int, low: int, high: int, suited: int, mask: int) -> bool:
    """Can a state come about? What is no state has a place, but no value."""
    q, kinds = other(tree, p), tree.classes
    mine = suited in (SAME, OTHER, LOW)
    his = suited in (SAME, OTHER, HIGH)
    if not _can_be_suited(tree, p, low, mine) or not _can_be_suited(tree, q, high, his):
        return False
    if mine and his:
        if suited == SAME and kinds.mask[low] & kinds.mask[high]:
            return False
        return bool(tree.every) or (suited == SAME) == (tree.suit[p] == tree.suit[q])
    if mine:
        return _in_the_way(tree, q, p, high, low, mask)
    return not his or _in_the_way(tree, p, q, low, high, mask)


@without_refcounts
def _can_be_suited(tree: Tree, p: int, number: int, suited: bool) -> bool:
    """May a player's hand be suited, or not?"""
    kinds = tree.classes
    if not tree.every and kinds.size[number] == tree.start[p]:
        return bool(suited == (tree.suit[p] >= 0))
    if not suited:
        return bool(kinds.size[number] > 1)
    return _is_distinct(kinds, number) and (bool(tree.every) or tree.suit[p] >= 0)


@without_refcounts
def _in_the_way(tree: Tree, p: int, q: int, number: int, suited: int, mask: int) -> bool:
    """May player p's hand, of two suits, have just these ranks in the suit of player q's hand?"""
    kinds = tree.classes
    distinct = _is_distinct(kinds, number)
    if mask & kinds.mask[suited] or (distinct and mask == kinds.mask[number]):
        return False
    if tree.every:
        return True
    if mask & tree.dead_in[q]:
        return False
    new = 0
    for rank in range(RANKS):
        times = kinds.counts[number] >> COUNT_BITS * rank & (1 << COUNT_BITS) - 1
        new |= (times > tree.held[p, rank]) << rank
    at_start: int = tree.held_across[p]
    return at_start & ~mask == 0 and mask & ~(new | at_start) == 0


@without_refcounts
def is_low_suited(suited: int) -> bool:
    """May the low hand still become a flush?"""
    return suited in (SAME, OTHER, LOW)


@without_refcounts
def is_high_suited(suited: int) -> bool:
    """May the high hand still become a flush?"""
    return suited in (SAME, OTHER, HIGH)
