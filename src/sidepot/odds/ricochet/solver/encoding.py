"""Hands of cards, as the tree tells them apart."""

from __future__ import annotations

from sidepot.kernel import Array, without_refcounts
from sidepot.odds.ricochet.solver.classes import Classes
from sidepot.odds.ricochet.solver.tree import HIGH, LOW, NEITHER, OTHER, SAME
from sidepot.rules.upcards import COMPLETE


@without_refcounts
def class_of(classes: Classes, cards: Array, size: int) -> int:
    """The class of so many codes."""
    number = 0
    for i in range(size):
        number = classes.add[number, cards[i] >> 2]
    return number


@without_refcounts
def suit_of(cards: Array, size: int) -> int:
    """The suit of a hand, -1 if it has two."""
    suit: int = cards[0] & 3
    for i in range(size):
        if cards[i] & 3 != suit:
            return -1
    return suit


@without_refcounts
def ranks_in_suit(cards: Array, size: int, suit: int) -> int:
    """The ranks of the cards in a suit, as bits; none for the suit -1."""
    mask = 0
    for i in range(size):
        mask |= (cards[i] & 3 == suit) << (cards[i] >> 2)
    return mask


@without_refcounts
def suits_of(low: Array, n: int, high: Array, m: int) -> tuple[int, int]:
    """Which of two hands are suited, and the ranks of the one's cards in the other's suit."""
    mine, theirs = suit_of(low, n), suit_of(high, m)
    if mine >= 0 and theirs >= 0:
        return (SAME if mine == theirs else OTHER), 0
    if mine >= 0:
        return LOW, ranks_in_suit(high, m, mine)
    return (HIGH, ranks_in_suit(low, n, theirs)) if theirs >= 0 else (NEITHER, 0)


@without_refcounts
def most_to_buy(size: int) -> int:
    """How many cards one may come to pay for: five less one's hand, then one fewer each time."""
    room = COMPLETE - size
    return room * (room + 1) // 2
