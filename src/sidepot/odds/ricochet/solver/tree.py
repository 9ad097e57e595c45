"""The game tree of a hand for two: its states, the layout of their values, and the pots.

A state is the player who is low, the classes of both hands, and their suit pattern as far as it
still matters. A suited hand may become a flush, and the opponent's cards of that suit block it. A
hand of two suits cannot, so its suits do not matter. This abstraction loses nothing but the order
of hands with the same ranks (H5).
"""

from __future__ import annotations

from typing import NamedTuple

from sidepot.kernel import Array, without_refcounts
from sidepot.odds.ricochet.solver.classes import RANKS, SUITS, Classes

NEITHER, SAME, OTHER, LOW, HIGH = range(5)
"""Which hands are suited: neither, both in one suit, both in two, only the low, only the high."""
DECK = RANKS * SUITS
PLAYERS = 2
PADDING = 64
"""Values after the last one, which loops of a fixed length may read."""
ALL_RANKS = (1 << RANKS) - 1


class Tree(NamedTuple):
    """Everything that can follow from two hands, or from every deal if the hands are empty.

    The first axis of arrays "by player" is that player's side; in a tree of all deals both players
    share one side.
    """

    classes: Classes
    all_deals: int
    """1 for the tree of all deals."""
    start_size: Array
    """By player: the number of cards at the start."""
    hands: Array
    """By player and index: the classes of one to four cards that the player can reach."""
    hand_index: Array
    """By player and class: its index in `hands`, or -1."""
    hand_count: Array
    """By player: the number of these classes."""
    suit: Array
    """By player: the suit of a suited hand at the start, or -1."""
    start_class: Array
    """By player: the class at the start."""
    held: Array
    """By player and rank: the number of cards at the start."""
    held_in_other_suit: Array
    """By player: the ranks held at the start in the opponent's suit, as bits."""
    dead: Array
    """By rank: the number of dead cards."""
    dead_in_suit: Array
    """By player: the dead ranks of the player's suit, as bits."""
    packed_dead: int
    """The dead cards as in `Classes.packed_counts`."""
    dead_count: int
    """The number of dead cards."""
    pot: int
    """The pot at the start, in chips."""
    price: int
    """The price of a card, in chips."""
    any_tie: int
    """1 if any tie ends the hand (R8)."""
    paid_span: Array
    """By the low player and the sizes of the low and the high hand: the least and the most cards
    that may have been paid for since the start."""
    offset: Array
    """By the low player and the indices of the low and the high hand: the first state, or -1."""
    value: Array
    """The values of the states to the low player, in prices of a card.

    Of each state the lower bounds, one for each number of cards that may have been paid for since
    the start, then the upper bounds.
    """
    best_buy: Array
    """The number of cards to buy in each state, by the lower bounds; 0 is to fold."""
    winning_draws: Array
    """The number of draws of k cards with which a hand beats a complete one, flushes left out."""
    winning_draws_offset: Array
    """By player and index: the offset of a hand's rows in it, one row for each complete hand."""


@without_refcounts
def opponent(tree: Tree, p: int) -> int:
    """The side of player p's opponent."""
    return 0 if tree.all_deals else 1 - p
