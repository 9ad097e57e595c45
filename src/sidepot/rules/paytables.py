"""Pay tables: the rows of hands that are paid, and thresholds written as ranks.

A threshold is one whole number, so that an option can hold it: five ranks of four bits each, 0 for
none, from the lowest bits up, and one bit for a hand of one suit.
"""

import numpy as np

from sidepot import hands
from sidepot.cards import RANKS
from sidepot.kernel import compiled, readable

ROWS = (
    "pair",
    "two_pair",
    "trips",
    "straight",
    "flush",
    "full_house",
    "quads",
    "straight_flush",
    "royal_flush",
)
"""The rows of a pay table, from low to high (H4)."""
FROM_STRAIGHT = ROWS.index("straight")
_CATEGORIES = (
    hands.PAIR,
    hands.TWO_PAIR,
    hands.TRIPS,
    hands.STRAIGHT,
    hands.FLUSH,
    hands.FULL_HOUSE,
    hands.QUADS,
    hands.STRAIGHT_FLUSH,
)
_ROYAL_FLUSH = hands.STRAIGHT_FLUSH << 26 | hands.ROYAL
_STARTS = readable(
    np.array([*(category << 26 for category in _CATEGORIES), _ROYAL_FLUSH], np.int64)
)
"""The least strength of each row."""
_RANK_BITS = 4
_MOST_RANKS = 5
_SUITED = 1 << _RANK_BITS * _MOST_RANKS
NEVER = "none"
"""The threshold that no hand reaches."""


@compiled
def row_of(strength: int) -> int:
    """The row of a pay table for a hand's strength; -1 below a pair."""
    row = -1
    for start in _STARTS:
        row += strength >= start
    return row


@compiled
def reaches(strength: int, threshold: int) -> bool:
    """Whether a hand is at least the one that a threshold names."""
    return threshold != 0 and strength >= _least(threshold)


@compiled
def _least(threshold: int) -> int:
    """The lowest strength that reaches a threshold."""
    held = hands.EMPTY
    for k in range(_MOST_RANKS):
        rank = (threshold >> k * _RANK_BITS & 15) - 1
        suit = 0 if threshold & _SUITED else k % 4
        if rank >= 0:
            held = hands.take(held, rank << 2 | suit)
    return hands.strength(held)


@compiled
def beats_in_two(two: int, strength: int) -> bool:
    """Whether two cards beat or tie a strength, comparing category and two ranks only (K6).

    The ranks are the first that decide the order; a pair's rank counts once for each of its cards.
    """
    if two >> 26 != strength >> 26:
        return two > strength
    if two >> 26 == hands.PAIR:
        return pair_rank(two) >= pair_rank(strength)
    return two & hands.ALL_RANKS >= _top_two(strength & hands.ALL_RANKS)


@compiled
def pair_rank(strength: int) -> int:
    """The rank of a pair, as a bit."""
    return strength >> 13 & hands.ALL_RANKS


@compiled
def _top_two(ranks: int) -> int:
    """The two highest of some ranks, one bit each; there are at least two."""
    without_lowest = ranks & ranks - 1
    while without_lowest & without_lowest - 1:
        ranks, without_lowest = without_lowest, without_lowest & without_lowest - 1
    return ranks


def packed(text: str) -> int | None:
    """The threshold for a text: `KKQ`, `A2345`, `A2345s` for one suit; None for invalid text."""
    if text == NEVER:
        return 0
    suited = text.endswith("s")
    ranks = text.removesuffix("s")
    if not 1 <= len(ranks) <= _MOST_RANKS or set(ranks) - set(RANKS):
        return None
    if max(map(ranks.count, ranks)) > (1 if suited else 4) or (suited and len(ranks) < _MOST_RANKS):
        return None
    return sum(RANKS.index(r) + 1 << k * _RANK_BITS for k, r in enumerate(ranks)) | suited * _SUITED


def unpacked(threshold: int) -> str:
    """The text of a threshold."""
    text = "".join(RANKS[rank] for rank in _ranks_of(threshold))
    return text + "s" * bool(threshold & _SUITED) if text else NEVER


def _ranks_of(threshold: int) -> list[int]:
    """The ranks that a threshold names, in their order."""
    digits = [threshold >> k * _RANK_BITS & 15 for k in range(_MOST_RANKS)]
    return [digit - 1 for digit in digits if digit]


def cards_of(threshold: int) -> list[int]:
    """The codes of a hand that just reaches a threshold, for front ends."""
    suited = bool(threshold & _SUITED)
    return [rank << 2 | (0 if suited else k % 4) for k, rank in enumerate(_ranks_of(threshold))]
