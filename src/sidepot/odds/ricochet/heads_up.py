"""Ricochet with two hands left: the exact value of buying each number of cards.

Deals of one card each are read from the table that ships (`opening`); every other position is
solved on demand, by backward induction over the tree that it spans.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np

from sidepot import kernel
from sidepot.engine.game import Game
from sidepot.games.ricochet import ON_ANY
from sidepot.kernel import PLAIN, Array, Records, readable
from sidepot.odds.ricochet import opening
from sidepot.odds.ricochet.opening import Bounds, Spot
from sidepot.odds.ricochet.solver.backward import solve
from sidepot.odds.ricochet.solver.building import build_tree
from sidepot.odds.ricochet.solver.buys import evaluate_buys
from sidepot.odds.ricochet.solver.complete_hands import count_winning_draws, fill_chances
from sidepot.odds.ricochet.solver.continuation import buy_value
from sidepot.odds.ricochet.solver.draws import sum_plain_draws, sum_suited_draws
from sidepot.odds.ricochet.solver.encoding import (
    class_of,
    most_to_buy,
    ranks_in_suit,
    suit_of,
    suits_of,
)
from sidepot.odds.ricochet.solver.tree import ALL_RANKS, PLAYERS, Tree
from sidepot.odds.ricochet.solver.workspace import LOWER, UPPER, new_workspace
from sidepot.rules import chips
from sidepot.rules.upcards import COMPLETE

_QUICK = 6 if PLAIN else 3
"""Cards in both hands from which a position is solved in a second or two."""


def values(game: Game, view: Records, *, patiently: bool = True) -> tuple[Bounds, ...] | None:
    """Proven bounds of the value of folding and of buying 1, 2, ... cards, in net chips from now.

    None where they are not known: with more than two live hands, or a stack too short to buy freely
    (R10). If not `patiently`, also where solving takes longer than a second or two: one card each,
    with dead cards or another pot and price than in the table that ships, and in plain Python up
    to five cards in both hands.
    """
    spot = spot_of(kernel.fields(view))
    if spot is None or not (patiently or _is_quick(spot)):
        return None
    return solved(spot)


def spot_of(s: kernel.Fields) -> Spot | None:
    """The spot in a record; None unless two live hands are left and both can buy freely."""
    live = _live(s)
    if len(live) != PLAYERS or is_short(s):
        return None
    actor = int(s.seats.actor)
    (other,) = (p for p in live if p != actor)
    out = [p for p in range(s.seats.n) if p not in live]
    return Spot(
        low=_cards(s, actor),
        high=_cards(s, other),
        dead=tuple(sorted(card for p in out for card in _cards(s, p))),
        pot=int(chips.pot(s.chips, s.seats)),
        price=int(s.options.card_price),
        any_tie=bool(s.options.tie_ends == ON_ANY),
    )


def is_short(s: kernel.Fields) -> bool:
    """Is a stack too short to buy freely (R10)?"""
    return not all(_can_buy_freely(s, p) for p in _live(s))


def _live(s: kernel.Fields) -> list[int]:
    return [p for p in range(s.seats.n) if s.seats.live[p]]


def _cards(s: kernel.Fields, p: int) -> tuple[int, ...]:
    return tuple(sorted(int(card) for card in s.up.card[p, : s.up.size[p]]))


def _can_buy_freely(s: kernel.Fields, p: int) -> bool:
    """Can a seat pay for the most cards that it may still buy?"""
    return bool(s.chips.stack[p] >= most_to_buy(int(s.up.size[p])) * s.options.card_price)


def _is_quick(spot: Spot) -> bool:
    """Does `solved` take at most a second or two?"""
    return opening.values(spot) is not None or len(spot.low) + len(spot.high) >= _QUICK


@functools.lru_cache(maxsize=256)
def solved(spot: Spot) -> tuple[Bounds, ...]:
    """The bounds for folding and for every number of cards, in net chips."""
    known = opening.values(spot)
    if known is not None:
        return known
    bounds = _solve_against_complete(spot) if len(spot.high) == COMPLETE else _solve_by_tree(spot)
    return tuple((low * spot.price, high * spot.price) for low, high in [(0.0, 0.0), *bounds])


def warm() -> None:
    """Compile the solver, by solving two of the smallest positions."""
    four, five = tuple(range(0, 40, 13)), tuple(range(3, 52, 12))
    for high in (five[:4], five):
        solved(Spot(four, high, (), 8, 1, any_tie=False))


def _tree(spot: Spot) -> Tree:
    return build_tree(
        (spot.low, spot.high),
        dead=spot.dead,
        pot=spot.pot,
        price=spot.price,
        any_tie=spot.any_tie,
    )


def _solve_by_tree(spot: Spot) -> list[Bounds]:
    """The bounds of each buy in prices of a card, by solving the tree of the position."""
    tree = _tree(spot)
    solve(tree)
    return [(float(least), float(most)) for least, most in buy_bounds(tree, spot.low, spot.high)]


def _solve_against_complete(spot: Spot) -> list[Bounds]:
    """The bounds of each buy in prices of a card against a complete hand, by counting."""
    tree = _tree(spot)
    classes, work, (low, high) = tree.classes, new_workspace(tree), _arrays(spot.low, spot.high)
    number, goal = class_of(classes, low, len(low)), class_of(classes, high, COMPLETE)
    finished = goal - classes.first[COMPLETE]
    if suit_of(high, COMPLETE) >= 0:
        finished = classes.flush_number[goal]
    mine = suit_of(low, len(low))
    free = ALL_RANKS & ~(
        classes.mask[number] | tree.dead_in_suit[0] | ranks_in_suit(high, COMPLETE, mine)
    )
    full = np.zeros(len(classes.size), np.int64)
    count_winning_draws(tree, 0, int(tree.hand_index[0, number]), full, work.left)
    fill_chances(tree, 0, number, int(finished), mine >= 0, int(free), work.chances)
    return [
        (
            float(buy_value(work.chances, k, LOWER, 0, work)),
            float(buy_value(work.chances, k, UPPER, 0, work)),
        )
        for k in range(1, COMPLETE - len(low) + 1)
    ]


def _arrays(*hands: Sequence[int]) -> tuple[Array, ...]:
    """Hands as arrays of codes, for compiled functions."""
    return tuple(readable(np.array(cards, np.int8)) for cards in hands)


def buy_bounds(tree: Tree, low: Sequence[int], high: Sequence[int]) -> Array:
    """The values of the buys at the root of a solved tree, in prices of a card.

    Of shape (cards, 2): by the number of cards, from 1 on, and by bound.
    """
    work, (mine, theirs), n, m = new_workspace(tree), _arrays(low, high), len(low), len(high)
    classes = class_of(tree.classes, mine, n), class_of(tree.classes, theirs, m)
    where = (tree, 0, *classes, *suits_of(mine, n, theirs, m))
    sum_plain_draws(*where, work)
    sum_suited_draws(*where, work)
    evaluate_buys(*where[:4], work)
    worth: Array = work.value[1 : COMPLETE - n + 1, :, 0]
    return worth
