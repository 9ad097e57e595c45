"""The best buy in a hand of two, looked up in the solution of every deal."""

from __future__ import annotations

from sidepot.games.ricochet import Ricochet
from sidepot.kernel import without_refcounts
from sidepot.odds.ricochet.solver.encoding import class_of, most_to_buy, suits_of
from sidepot.odds.ricochet.solver.states import state_at
from sidepot.odds.ricochet.solver.tree import PLAYERS, Tree
from sidepot.rules import chips
from sidepot.rules.upcards import COMPLETE

UNKNOWN = -1


@without_refcounts
def best_buy(tree: Tree, s: Ricochet) -> int:
    """The number of cards to buy in a hand of two, 0 to fold, by the lower bounds.

    `UNKNOWN` with more than two seats, against five cards, and where a stack is too short to buy
    freely (R10).
    """
    p = s.seats.actor
    q = 1 - p
    if s.seats.n != PLAYERS or s.up.size[q] == COMPLETE:
        return UNKNOWN
    if not _can_buy_freely(s, p) or not _can_buy_freely(s, q):
        return UNKNOWN
    n, m = s.up.size[p], s.up.size[q]
    low = class_of(tree.classes, s.up.card[p], n)
    high = class_of(tree.classes, s.up.card[q], m)
    suited, mask = suits_of(s.up.card[p], n, s.up.card[q], m)
    at, _ = state_at(tree, 0, low, high, suited, mask)
    paid = (chips.pot(s.chips, s.seats) - tree.pot) // tree.price
    best: int = tree.best_buy[at + paid - tree.paid_span[0, n, m, 0]]
    return best


@without_refcounts
def _can_buy_freely(s: Ricochet, p: int) -> bool:
    """Can a seat pay for the most cards that it may still buy?"""
    return bool(s.chips.stack[p] >= most_to_buy(s.up.size[p]) * s.options.card_price)
