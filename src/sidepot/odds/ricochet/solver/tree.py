"""The tree of a hand for two: which states there are, where their values lie, and how pots count.

A state is who is low, the classes of both hands, and what of their suits still matters. A hand that
is suited may become a flush, and then the other's cards of that suit are in its way. A hand of two
suits cannot, so its suits do not matter: lumped like that nothing is lost but the order of hands
with the same ranks (H5).
"""

from __future__ import annotations

from typing import NamedTuple

from sidepot.kernel import Array, without_refcounts
from sidepot.odds.ricochet.solver.classes import RANKS, SUITS, Classes

NEITHER, SAME, OTHER, LOW, HIGH = range(5)
"""Who is suited: nobody, both in one suit, both in two, only the low hand, only the high one."""
DECK = RANKS * SUITS
PLAYERS = 2
PADDING = 64
"""Values beyond the last: loops of a fixed length may read them."""
ALL_RANKS = (1 << RANKS) - 1


class Tree(NamedTuple):
    """Everything that follows from two hands, or from every deal where these are empty.

    Arrays that begin with a player hold his side; where all deals are in it, both are one.
    """

    classes: Classes
    all_deals: int
    """1 where all deals are in it."""
    start_size: Array
    """Cards that each player begins with."""
    hands: Array
    """By player and place: the classes of hands of one to four cards that he may come to hold."""
    hand_index: Array
    """By player and class: where it stands in `hands`, or -1."""
    hand_count: Array
    """By player: how many they are."""
    suit: Array
    """The suit in which a player is suited at the start, or -1."""
    start_class: Array
    """The class with which a player begins."""
    held: Array
    """By player and rank: his cards at the start."""
    held_in_other_suit: Array
    """By player: ranks that he holds at the start in the other's suit, as bits."""
    dead: Array
    """By rank: cards that are dead."""
    dead_in_suit: Array
    """By player: dead ranks of his suit, as bits."""
    packed_dead: int
    """The same as `Classes.counts`."""
    dead_count: int
    """How many cards are dead."""
    pot: int
    """Chips in the pot at the start."""
    price: int
    """Chips that a card costs."""
    any_tie: int
    """1 where any tie ends the hand (R8)."""
    paid_span: Array
    """By the low player, the sizes of his and the other's hand: how many cards may have been paid
    for, at least and at most."""
    offset: Array
    """By the low player, the places of his and the other's hand: where the states begin, or -1."""
    value: Array
    """What a state is worth to the low player, in prices of a card.

    Of each state the lower bounds, for each number of cards that may have been paid for since the
    start, then the upper ones.
    """
    best_buy: Array
    """How many cards to buy there, by the lower bounds."""
    winning_draws: Array
    """In how many ways a hand beats a finished one: by k cards, flushes left out."""
    winning_draws_offset: Array
    """By player and place: where a hand's rows of that begin, one for each finished hand."""


@without_refcounts
def opponent(tree: Tree, p: int) -> int:
    """The side of the other player."""
    return 0 if tree.all_deals else 1 - p
