"""Rankings of hands of many cards: the strength for the rules, and the name for front ends.

`HIGH`, `SHORT_DECK`, `LOW`, `DEUCE_TO_SEVEN` and `EIGHT_OR_BETTER` take the best five of all cards.
`two_and_three` makes a ranking of exactly two own cards and three of the board, and `on_places` one
of some of the cards in the middle, where there are two boards. A file may have a `Ranking` of its
own.
"""

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from sidepot import hands
from sidepot.cards import RANKS
from sidepot.kernel import Array, compiled, readable
from sidepot.rules import lows
from sidepot.words import Message

__all__ = [
    "DEUCE_TO_SEVEN",
    "EIGHT_OR_BETTER",
    "HIGH",
    "LOW",
    "SHORT_DECK",
    "Named",
    "Ranked",
    "Ranking",
    "Seen",
    "gather",
    "on_places",
    "ranked",
    "shapes",
    "two_and_three",
]

_FIVE = 5
_SHORT_WHEEL, _NINE_HIGH = 0x10F0, 0x00F8
"""A-6-7-8-9, the lowest straight of a short deck, and the order of a nine-high straight."""
_MOST = 16
"""The most cards of a player and the board together."""
Codes = tuple[int, ...]


class Named(NamedTuple):
    """A hand in words, and the codes of the cards that make it."""

    hand: Message
    best: Codes


class Ranked(NamedTuple):
    """A hand by its strength, in words, and the codes of its cards from high to low."""

    strength: int
    hand: Message
    cards: Codes


def shapes(deck: Sequence[int], size: int) -> Iterator[Codes]:
    """Hands of a deck for each choice of ranks: of different suits, and of one; high to low.

    Two suits as they may fall make no other hand, unless suits decide between ranks.
    """
    for ranks in itertools.combinations_with_replacement(range(len(RANKS) - 1, -1, -1), size):
        for step in (0, 1):
            held = tuple(4 * rank + (3 - step * k) % 4 for k, rank in enumerate(ranks))
            if len({*held}) == size and set(deck).issuperset(held):
                yield held


def ranked(deck: Sequence[int], size: int) -> Iterator[Ranked]:
    """The hands of so many cards of a deck, by H1 to H4."""
    for held in shapes(deck, size):
        strength = hands.strength_of(readable(np.array(held, np.int64)), size)
        yield Ranked(strength, hands.name(held), held)


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
    places: tuple[int, ...] = ()
    """The places of the board that count, where there are two boards; else none."""


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


@compiled
def _of_short_deck(cards: Array, size: int) -> int:
    """The strength of the best five without deuces to fives: a flush beats a full house."""
    best, five = 0, np.zeros(_FIVE, np.int64)
    for chosen in range(1 << size):
        n = 0
        for k in range(size):
            if chosen >> k & 1:
                if n < _FIVE:
                    five[n] = cards[k]
                n += 1
        if n == _FIVE:
            best = max(best, _short(five))
    return best


@compiled
def _short(five: Array) -> int:
    """The strength of five cards of a short deck; flush and full house change places."""
    held = hands.EMPTY
    for k in range(_FIVE):
        held = hands.take(held, five[k])
    strength: int = hands.strength(held)
    category = strength >> 26
    if held[0] == _SHORT_WHEEL:
        straight = hands.STRAIGHT_FLUSH if category == hands.FLUSH else hands.STRAIGHT
        return straight << 26 | _NINE_HIGH
    if category in (hands.FLUSH, hands.FULL_HOUSE):
        other = hands.FLUSH + hands.FULL_HOUSE - category
        return other << 26 | strength & (1 << 26) - 1
    return strength


def _short_five(cards: Sequence[int]) -> Sequence[int]:
    """The best five of some cards of a short deck."""
    return max(itertools.combinations(cards, _FIVE), key=_short_strength)


def _short_strength(five: Sequence[int]) -> int:
    return int(_short(readable(np.array(five, np.int64))))


def _short_name(cards: Sequence[int]) -> Message:
    """A hand of a short deck in words: six to nine with an ace are a straight."""
    if sum(1 << rank for rank in {code >> 2 for code in cards}) != _SHORT_WHEEL:
        return hands.name(cards)
    is_flush = len({code & 3 for code in cards}) == 1
    nine = {"first": "9", "second": "9"}
    return Message("hand.straight_flush" if is_flush else "hand.straight", nine)


def _lowest(
    value: Callable[[Array, int], int], name: Callable[[Sequence[int]], Message] = lows.name
) -> _Order:
    return _Order(value, lambda codes: lows.lowest_five(codes, value), name, is_low=True)


_HIGH = _Order(hands.best_of, hands.best_five, hands.name)
_SHORT_DECK = _Order(_of_short_deck, _short_five, _short_name)
_LOW = _lowest(lows.ace_to_five)
_DEUCE_TO_SEVEN = _lowest(lows.deuce_to_seven, lows.name_to_seven)
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


def on_places(ranking: Ranking, places: Sequence[int]) -> Ranking:
    """The ranking of the own cards with those at some places of the board, in order of the deal."""
    order, at = _ORDERS[ranking], readable(np.array(places, np.int64))
    value = order.value

    @compiled
    def strength(s: Any, p: int) -> int:
        found = np.empty(_MOST, np.int64)
        n = gather(s, p, found) - s.board.size
        for k in at:
            if k < s.board.size:
                found[n] = s.board.card[k]
                n += 1
        return value(found, n)

    def named(seen: Seen) -> Named | None:
        common = tuple(seen.common[k] for k in places if k < len(seen.common))
        return order.named(seen.down + seen.up + common)

    return Ranking(strength, named, tuple(places))


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
SHORT_DECK = _of_any(_SHORT_DECK)
LOW = _of_any(_LOW)
DEUCE_TO_SEVEN = _of_any(_DEUCE_TO_SEVEN)
EIGHT_OR_BETTER = _of_any(_EIGHT_OR_BETTER)
_ORDERS = {
    HIGH: _HIGH,
    SHORT_DECK: _SHORT_DECK,
    LOW: _LOW,
    DEUCE_TO_SEVEN: _DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER: _EIGHT_OR_BETTER,
}
