"""Cards encoded as the tree indexes them: classes and suit patterns."""

from __future__ import annotations

from sidepot.kernel import Array, without_refcounts
from sidepot.odds.ricochet.solver.classes import Classes
from sidepot.odds.ricochet.solver.tree import HIGH, LOW, NEITHER, OTHER, SAME
from sidepot.rules.upcards import COMPLETE


@without_refcounts
def class_of(classes: Classes, cards: Array, size: int) -> int:
    """The class of the first `size` cards."""
    number = 0
    for i in range(size):
        number = classes.add[number, cards[i] >> 2]
    return number


@without_refcounts
def suit_of(cards: Array, size: int) -> int:
    """The suit of a hand, -1 if it has more than one."""
    suit: int = cards[0] & 3
    for i in range(size):
        if cards[i] & 3 != suit:
            return -1
    return suit


@without_refcounts
def ranks_in_suit(cards: Array, size: int, suit: int) -> int:
    """The ranks of the cards in a suit, as bits; 0 for the suit -1."""
    mask = 0
    for i in range(size):
        mask |= (cards[i] & 3 == suit) << (cards[i] >> 2)
    return mask


@without_refcounts
def suits_of(low: Array, n: int, high: Array, m: int) -> tuple[int, int]:
    """The suit pattern of two hands: which are suited, and the ranks of the blockers as bits."""
    mine, theirs = suit_of(low, n), suit_of(high, m)
    if mine >= 0 and theirs >= 0:
        return (SAME if mine == theirs else OTHER), 0
    if mine >= 0:
        return LOW, ranks_in_suit(high, m, mine)
    return (HIGH, ranks_in_suit(low, n, theirs)) if theirs >= 0 else (NEITHER, 0)


@without_refcounts
def most_to_buy(size: int) -> int:
    """The most cards a hand can still pay for: all it has room for, then one fewer each time."""
    room = COMPLETE - size
    return room * (room + 1) // 2
