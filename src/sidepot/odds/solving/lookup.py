"""What to do in a hand, looked up in the solution of every deal."""

from __future__ import annotations

from sidepot.games.ricochet import Ricochet
from sidepot.kernel import lean
from sidepot.odds.solving.tree import HIGH, LOW, NEITHER, OTHER, SAME, Tree, state
from sidepot.rules import chips
from sidepot.rules.upcards import COMPLETE

UNKNOWN = -1


@lean
def best_buy(tree: Tree, s: Ricochet) -> int:
    """How many cards to buy in a hand of two, 0 to fold; `UNKNOWN` where the tree does not say.

    It does not where a hand has five cards, or a stack is too short to buy freely (R10).
    """
    p = s.seats.actor
    q = 1 - p
    if s.up.size[q] == COMPLETE or not buys_freely(s, p) or not buys_freely(s, q):
        return UNKNOWN
    low, high = class_of(tree, s, p), class_of(tree, s, q)
    mine, his = suit_of(s, p), suit_of(s, q)
    suited, mask = NEITHER, 0
    if mine >= 0 and his >= 0:
        suited = SAME if mine == his else OTHER
    elif mine >= 0:
        suited, mask = LOW, across(s, q, mine)
    elif his >= 0:
        suited, mask = HIGH, across(s, p, his)
    at, _ = state(tree, 0, low, high, suited, mask)
    paid = (chips.pot(s.chips, s.seats) - tree.pot) // tree.price
    best: int = tree.best[at + paid - tree.span[0, s.up.size[p], s.up.size[q], 0]]
    return best


@lean
def buys_freely(s: Ricochet, p: int) -> bool:
    """Can a seat pay for all cards that it may come to buy: five less its hand, then one fewer?"""
    room = COMPLETE - s.up.size[p]
    return bool(s.chips.stack[p] >= room * (room + 1) // 2 * s.options.card_price)


@lean
def class_of(tree: Tree, s: Ricochet, p: int) -> int:
    """The class of a seat's hand."""
    number = 0
    for i in range(s.up.size[p]):
        number = tree.classes.add[number, s.up.card[p, i] >> 2]
    return number


@lean
def suit_of(s: Ricochet, p: int) -> int:
    """The suit of a seat's hand, -1 if it has two."""
    suit: int = s.up.card[p, 0] & 3
    for i in range(s.up.size[p]):
        if s.up.card[p, i] & 3 != suit:
            return -1
    return suit


@lean
def across(s: Ricochet, p: int, suit: int) -> int:
    """The ranks of a seat's cards in a suit, as bits."""
    mask = 0
    for i in range(s.up.size[p]):
        card = s.up.card[p, i]
        mask |= (card & 3 == suit) << (card >> 2)
    return mask
