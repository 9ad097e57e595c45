"""States: the offsets of their values, and which suit patterns are possible.

A suit pattern says which of two hands are suited (`tree.NEITHER` ... `HIGH`) and, if one of them
is, which ranks the other hand has in that suit: its blockers.
"""

from __future__ import annotations

from sidepot.kernel import without_refcounts
from sidepot.odds.ricochet.solver.classes import COUNT_BITS, RANKS, Classes
from sidepot.odds.ricochet.solver.tree import HIGH, LOW, OTHER, SAME, Tree, opponent


@without_refcounts
def pattern_count(classes: Classes, low: int, high: int) -> int:
    """The number of suit patterns of two classes, with their blockers."""
    mine, theirs = _is_unpaired(classes, low), _is_unpaired(classes, high)
    n = 3 if mine and theirs else 1
    n += 1 << count_ranks_apart(classes, high, low) if mine else 0
    n += 1 << count_ranks_apart(classes, low, high) if theirs else 0
    return n


@without_refcounts
def _pattern_number(classes: Classes, low: int, high: int, suited: int, mask: int) -> int:
    """The number of a suit pattern; `mask` has the ranks of the blockers, as bits."""
    if suited <= OTHER:
        return suited
    mine, theirs = _is_unpaired(classes, low), _is_unpaired(classes, high)
    first = 3 if mine and theirs else 1
    if suited == LOW:
        return first + pack_ranks(classes, high, low, mask)
    first += 1 << count_ranks_apart(classes, high, low) if mine else 0
    return first + pack_ranks(classes, low, high, mask)


@without_refcounts
def _is_unpaired(classes: Classes, number: int) -> bool:
    """Has a class no pair?"""
    return bool(classes.rank_count[number] == classes.size[number])


@without_refcounts
def count_ranks_apart(classes: Classes, one: int, another: int) -> int:
    """The number of ranks that one class has and another has not."""
    n = 0
    for g in range(classes.rank_count[one]):
        n += 1 - (classes.mask[another] >> classes.ranks[one, g] & 1)
    return n


@without_refcounts
def pack_ranks(classes: Classes, one: int, another: int, mask: int) -> int:
    """A mask of ranks that one class has and another has not, packed into adjacent bits."""
    bits = n = 0
    for g in range(classes.rank_count[one]):
        rank = classes.ranks[one, g]
        if not classes.mask[another] >> rank & 1:
            bits |= (mask >> rank & 1) << n
            n += 1
    return bits


@without_refcounts
def unpack_ranks(classes: Classes, one: int, another: int, bits: int) -> int:
    """The mask of ranks from adjacent bits: the inverse of `pack_ranks`."""
    mask = n = 0
    for g in range(classes.rank_count[one]):
        rank = classes.ranks[one, g]
        if not classes.mask[another] >> rank & 1:
            mask |= (bits >> n & 1) << rank
            n += 1
    return mask


@without_refcounts
def state_at(tree: Tree, p: int, low: int, high: int, suited: int, mask: int) -> tuple[int, int]:
    """The offset of a state, and how many numbers of cards may have been paid for in it."""
    classes = tree.classes
    at: int = tree.offset[p, tree.hand_index[p, low], tree.hand_index[opponent(tree, p), high]]
    first, last = tree.paid_span[p, classes.size[low], classes.size[high]]
    n = last - first + 1
    return at + _pattern_number(classes, low, high, suited, mask) * n, n


@without_refcounts
def values_at(tree: Tree, p: int, low: int, high: int, suited: int, mask: int) -> tuple[int, int]:
    """The offset of a state's lower bounds, and the distance to its upper bounds."""
    at, n = state_at(tree, p, low, high, suited, mask)
    return 2 * at, n


@without_refcounts
def is_possible(tree: Tree, p: int, low: int, high: int, suited: int, mask: int) -> bool:
    """Can a state occur? Patterns that cannot occur have an offset too, but no value."""
    q, classes = opponent(tree, p), tree.classes
    mine = suited in (SAME, OTHER, LOW)
    theirs = suited in (SAME, OTHER, HIGH)
    if not _can_be_suited(tree, p, low, mine) or not _can_be_suited(tree, q, high, theirs):
        return False
    if mine and theirs:
        if suited == SAME and classes.mask[low] & classes.mask[high]:
            return False
        return bool(tree.all_deals) or (suited == SAME) == (tree.suit[p] == tree.suit[q])
    if mine:
        return _can_block(tree, q, p, high, low, mask)
    return not theirs or _can_block(tree, p, q, low, high, mask)


@without_refcounts
def _can_be_suited(tree: Tree, p: int, number: int, suited: bool) -> bool:
    """Can a player's hand be suited, or if not `suited`, of two suits?"""
    classes = tree.classes
    if not tree.all_deals and classes.size[number] == tree.start_size[p]:
        return bool(suited == (tree.suit[p] >= 0))
    if not suited:
        return bool(classes.size[number] > 1)
    return _is_unpaired(classes, number) and (bool(tree.all_deals) or tree.suit[p] >= 0)


@without_refcounts
def _can_block(tree: Tree, p: int, q: int, number: int, suited: int, mask: int) -> bool:
    """Can player p's hand, of two suits, have exactly these ranks in the suit of player q's?"""
    classes = tree.classes
    distinct = _is_unpaired(classes, number)
    if mask & classes.mask[suited] or (distinct and mask == classes.mask[number]):
        return False
    if tree.all_deals:
        return True
    if mask & tree.dead_in_suit[q]:
        return False
    new = 0
    for rank in range(RANKS):
        times = classes.packed_counts[number] >> COUNT_BITS * rank & (1 << COUNT_BITS) - 1
        new |= (times > tree.held[p, rank]) << rank
    at_start: int = tree.held_in_other_suit[p]
    return at_start & ~mask == 0 and mask & ~(new | at_start) == 0


@without_refcounts
def is_low_suited(suited: int) -> bool:
    """Can the low hand still become a flush?"""
    return suited in (SAME, OTHER, LOW)


@without_refcounts
def is_high_suited(suited: int) -> bool:
    """Can the high hand still become a flush?"""
    return suited in (SAME, OTHER, HIGH)
