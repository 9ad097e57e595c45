"""Rankings of hands of many cards: the strength for the rules, and the name for front ends.

`HIGH`, `LOW` and `EIGHT_OR_BETTER` take the best five of all cards; `two_and_three` makes a
ranking of exactly two cards of the own and three of the board. A file may have its own `Ranking`.
"""

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from sidepot import hands
from sidepot.kernel import Array, compiled, readable
from sidepot.rules import lows
from sidepot.words import Message

__all__ = [
    "EIGHT_OR_BETTER",
    "HIGH",
    "LOW",
    "Named",
    "Ranking",
    "Seen",
    "gather",
    "two_and_three",
]

_FIVE = 5
_MOST = 16
"""The most cards of a player and the board together."""
Codes = tuple[int, ...]


class Named(NamedTuple):
    """A hand in words, and the codes of the cards that make it."""

    hand: Message
    best: Codes


class Seen(NamedTuple):
    """The cards of a seat as a viewer sees them, and the open cards of all, by which ranks change.

    The codes of those face down, face up and in the middle; `open`: the cards face up of every
    seat; `dealer`: the seat of the last to get a card.
    """

    down: Codes
    up: Codes
    common: Codes
    open: tuple[Codes, ...] = ()
    dealer: int = 0


class Ranking(NamedTuple):
    """An order of hands in a game of streets (`rules.streets`)."""

    strength: Callable[[Any, int], int]
    """Compiled: the strength of a seat in a record, 0 for a hand that does not qualify."""
    named: Callable[[Seen], Named | None]
    """The hand of cards that are all known, for front ends; None if they have no name."""


@compiled
def gather(s: Any, p: int, found: Array) -> int:
    """Write the codes of all cards that a seat can use into an array; returns their number.

    First the cards face down, then those face up, then the board.
    """
    n = 0
    for k in range(s.hole.size[p]):
        found[n] = s.hole.card[p, k]
        n += 1
    for k in range(s.up.size[p]):
        found[n] = s.up.card[p, k]
        n += 1
    for k in range(s.board.size):
        found[n] = s.board.card[k]
        n += 1
    return n


class _Order(NamedTuple):
    """An order of fives: of five or more cards, and the five that count, in words."""

    value: Callable[[Array, int], int]
    five: Callable[[Sequence[int]], Sequence[int]]
    name: Callable[[Sequence[int]], Message]
    is_low: bool = False

    def named(self, codes: Codes) -> Named | None:
        """The hand of some cards; of fewer than five where these have a name."""
        if len(codes) < _FIVE:
            return Named(self.name(codes), ()) if len(codes) > 1 and not self.is_low else None
        if int(self.value(readable(np.array(codes, np.int64)), len(codes))) == 0:
            return None
        best = self.five(codes)
        return Named(self.name(best), tuple(best))


def _lowest(value: Callable[[Array, int], int]) -> _Order:
    return _Order(value, lambda codes: lows.lowest_five(codes, value), lows.name, is_low=True)


_HIGH = _Order(hands.best_of, hands.best_five, hands.name)
_LOW = _lowest(lows.ace_to_five)
_EIGHT_OR_BETTER = _lowest(lows.eight_or_better)


def _of_any(order: _Order) -> Ranking:
    """The ranking of the best five of all cards."""
    value = order.value

    @compiled
    def strength(s: Any, p: int) -> int:
        found = np.empty(_MOST, np.int64)
        return value(found, gather(s, p, found))

    return Ranking(strength, lambda seen: order.named(seen.down + seen.up + seen.common))


def two_and_three(ranking: Ranking) -> Ranking:
    """The ranking of exactly two own cards and three of the board, as in Omaha."""
    order = _ORDERS[ranking]
    value = order.value

    @compiled
    def strength(s: Any, p: int) -> int:
        best, five = 0, np.empty(_FIVE, np.int64)
        for a in range(1, s.hole.size[p]):
            for b in range(a):
                five[0], five[1] = s.hole.card[p, a], s.hole.card[p, b]
                for c in range(2, s.board.size):
                    for d in range(1, c):
                        for e in range(d):
                            five[2], five[3] = s.board.card[c], s.board.card[d]
                            five[4] = s.board.card[e]
                            best = max(best, value(five, _FIVE))
        return best

    return Ranking(strength, lambda seen: _best_of_two(order, seen.down, seen.common))


def _best_of_two(order: _Order, held: Codes, common: Codes) -> Named | None:
    """The hand of two cards and three of the board, None before there are three."""
    fives = list(_twos_and_threes(held, common))
    if not fives:
        return None
    codes = max(fives, key=lambda five: int(order.value(readable(np.array(five, np.int64)), _FIVE)))
    return order.named(codes)


def _twos_and_threes(held: Codes, common: Codes) -> Iterator[Codes]:
    """Every choice of two cards and three of the board."""
    for two in itertools.combinations(held, 2):
        for three in itertools.combinations(common, 3):
            yield two + three


HIGH = _of_any(_HIGH)
LOW = _of_any(_LOW)
EIGHT_OR_BETTER = _of_any(_EIGHT_OR_BETTER)
_ORDERS = {HIGH: _HIGH, LOW: _LOW, EIGHT_OR_BETTER: _EIGHT_OR_BETTER}
