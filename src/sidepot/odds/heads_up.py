"""Two hands of Ricochet that are left, solved: what each number of cards is worth, exactly.

Deals of one card each come from the table that ships (`opening`); every other position is worked
out when somebody asks, in the tree above it.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sidepot import kernel
from sidepot.games.game import Game
from sidepot.games.ricochet import ON_ANY
from sidepot.kernel import Array, Records
from sidepot.odds import opening
from sidepot.odds.solving.backward import solve
from sidepot.odds.solving.classes import classes
from sidepot.odds.solving.finished import count_beats, face
from sidepot.odds.solving.tree import ALL_RANKS, HIGH, LOW, NEITHER, OTHER, SAME, Tree, grow
from sidepot.odds.solving.turns import (
    LOWER,
    UPPER,
    buy,
    walk_plain,
    walk_suited,
    weigh,
    workroom,
)
from sidepot.rules import chips
from sidepot.rules.upcards import COMPLETE

PLAYERS = 2
QUICK = 3
"""With so many cards in both hands, or more, a position is worked out in a second or two."""

Bounds = tuple[float, float]
"""Of a value: proven, and equal where no suit decides a tie that may still come."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Two hands and what is around them: cards as codes, chips."""

    low: tuple[int, ...]
    high: tuple[int, ...]
    dead: tuple[int, ...]
    pot: int
    price: int
    any_tie: bool


def values(game: Game, view: Records, *, patiently: bool = True) -> tuple[Bounds, ...] | None:
    """For no card (fold), 1, 2, ... cards the least and the most that it is worth.

    In chips, net from now on. None where it is not known: more than two live, or a stack too short
    to buy freely (R10); and if not `patiently`, where it takes longer than a second or two: two
    cards with others dead, or for another price than that of the table that ships.
    """
    spot = spot_of(kernel.fields(view))
    if spot is None or not (patiently or is_quick(spot)):
        return None
    return solved(spot)


def spot_of(s: kernel.Fields) -> Spot | None:
    """What a record comes to for two who can buy freely; None where they are not two, or cannot."""
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
    return not all(_buys_freely(s, p) for p in _live(s))


def _live(s: kernel.Fields) -> list[int]:
    return [p for p in range(s.seats.n) if s.seats.live[p]]


def _cards(s: kernel.Fields, p: int) -> tuple[int, ...]:
    return tuple(sorted(int(card) for card in s.up.card[p, : s.up.size[p]]))


def _buys_freely(s: kernel.Fields, p: int) -> bool:
    """Can a seat pay for all cards that it may come to buy: five less its hand, then one fewer?"""
    room = COMPLETE - int(s.up.size[p])
    return bool(s.chips.stack[p] >= room * (room + 1) // 2 * s.options.card_price)


def is_quick(spot: Spot) -> bool:
    """Is the answer there in a second or two?"""
    return opening.values(spot) is not None or len(spot.low) + len(spot.high) >= QUICK


@functools.lru_cache(maxsize=256)
def solved(spot: Spot) -> tuple[Bounds, ...]:
    """The bounds for every number of cards, in chips."""
    known = opening.values(spot)
    if known is not None:
        return known
    bounds = _facing(spot) if len(spot.high) == COMPLETE else _worked_out(spot)
    return tuple((low * spot.price, high * spot.price) for low, high in [(0.0, 0.0), *bounds])


def warm() -> None:
    """Compile what positions are worked out with, by two of the smallest."""
    four, five = tuple(range(0, 40, 13)), tuple(range(3, 52, 12))
    for high in (five[:4], five):
        solved(Spot(four, high, (), 8, 1, any_tie=False))


def _tree(spot: Spot) -> Tree:
    return grow(
        (spot.low, spot.high),
        dead=spot.dead,
        pot=spot.pot,
        price=spot.price,
        any_tie=spot.any_tie,
    )


def _worked_out(spot: Spot) -> list[Bounds]:
    """By the tree above the position."""
    tree = _tree(spot)
    solve(tree)
    return [(float(least), float(most)) for least, most in buys(tree, spot.low, spot.high)]


def _facing(spot: Spot) -> list[Bounds]:
    """Against five cards, by chances alone."""
    tree = _tree(spot)
    low, high = class_of(spot.low), class_of(spot.high)
    mine, his = ({card & 3 for card in cards} for cards in (spot.low, spot.high))
    kinds, work, is_suited = tree.classes, workroom(tree), len(mine) == 1
    number = kinds.as_flush[high] if len(his) == 1 else high - kinds.first[COMPLETE]
    in_the_way = kinds.mask[low] | tree.dead_in[0] | _across(spot.high, mine)
    free = ALL_RANKS & ~in_the_way if is_suited else 0
    full = np.zeros(len(kinds.size), np.int64)
    count_beats(tree, 0, int(tree.place[0, low]), full, work.left)
    face(tree, 0, low, int(number), is_suited, int(free), work.facing)
    return [
        (float(buy(work.facing, k, LOWER, 0, work)), float(buy(work.facing, k, UPPER, 0, work)))
        for k in range(1, COMPLETE - len(spot.low) + 1)
    ]


def buys(tree: Tree, low: Sequence[int], high: Sequence[int]) -> Array:
    """What the buys at the start of a solved tree are worth, by number of cards and bound."""
    work = workroom(tree)
    where = (tree, 0, class_of(low), class_of(high), *_suits(low, high))
    walk_plain(*where, work)
    walk_suited(*where, work)
    weigh(*where[:4], work)
    worth: Array = work.value[1 : COMPLETE - len(low) + 1, :, 0]
    return worth


def class_of(cards: Sequence[int]) -> int:
    """The class of some codes."""
    number = 0
    for card in cards:
        number = int(classes().add[number, card >> 2])
    return number


def _suits(low: Sequence[int], high: Sequence[int]) -> tuple[int, int]:
    """Which hands are suited, and the ranks of the one's cards in the other's suit."""
    mine, his = ({card & 3 for card in cards} for cards in (low, high))
    if len(mine) == len(his) == 1:
        return (SAME if mine == his else OTHER), 0
    if len(mine) == 1:
        return LOW, _across(high, mine)
    return (HIGH, _across(low, his)) if len(his) == 1 else (NEITHER, 0)


def _across(cards: Sequence[int], suit: set[int]) -> int:
    return sum(1 << (card >> 2) for card in cards if card & 3 in suit)
