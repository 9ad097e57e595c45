"""Compares a ranker, which is an argument so that broken ones can be tried, with the reference.

Two weak orders of a list are the same exactly when, the list sorted by one, every pair of
neighbours stands alike in both. So n hands cost n comparisons and still cover all their pairs.
"""

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from sidepot import cards, hands
from sidepot.kernel import readable

from . import reference

Codes = npt.NDArray[np.int8]
Hand = tuple[str, ...]
Ranker = Callable[[Codes], Sequence[Any] | npt.NDArray[Any]]
"""Gets codes of shape (5, hands), `NONE` where a card is missing; gives a number or key a hand."""
SuitKey = Callable[[Hand, str], Any]
"""Gets a hand and a suit order, lowest first."""

CODE = {cards.text(code): code for code in range(cards.SIZE)} | {"Xx": cards.JOKERS[0]}
TEXT = {code: text for text, code in CODE.items()}


def first_disagreement(got: Sequence[Any], wanted: Sequence[Any]) -> tuple[int, int] | None:
    """Two places that `got` orders otherwise than `wanted`; None where the weak orders agree."""
    places = sorted(range(len(wanted)), key=wanted.__getitem__)
    for low, high in itertools.pairwise(places):
        tied = bool(wanted[low] == wanted[high])
        if not (got[low] == got[high] if tied else got[low] < got[high]):
            return low, high
    return None


def misranked(ranker: Ranker, dealt: Sequence[Hand]) -> tuple[Hand, Hand] | None:
    """Two hands, the lower first, whose order or tie the ranker gets wrong (H3, H4)."""
    found = first_disagreement(
        np.asarray(ranker(codes(dealt))).tolist(), [reference.key(hand) for hand in dealt]
    )
    return found and (dealt[found[0]], dealt[found[1]])


def mistied(suit_key: SuitKey, dealt: Sequence[Hand], order: str) -> tuple[Hand, Hand] | None:
    """Two hands, the lower first, that strength and then suits order wrongly (H5)."""
    strengths = hands.rank(codes(dealt)).tolist()
    got = [(strengths[i], suit_key(hand, order)) for i, hand in enumerate(dealt)]
    found = first_disagreement(
        got, [(reference.key(hand), reference.suits(hand, order)) for hand in dealt]
    )
    return found and (dealt[found[0]], dealt[found[1]])


def unlike_its_class(ranker: Ranker, rows: Codes) -> Hand | None:
    """A hand that the ranker gives another strength than the first hand of its class, if any.

    `rows`: shape (5, hands). Two hands are of one class when they have the same ranks and both or
    neither are of one suit: nothing else enters strength (H2-H4).
    """
    first, inverse = classes(rows)
    strengths = np.asarray(ranker(rows))
    wrong = np.flatnonzero(strengths != strengths[first][inverse])
    return text(rows[:, wrong[0]]) if len(wrong) else None


def classes(rows: Codes) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """The first hand of every class, and for every hand the number of its class."""
    ranks = np.sort(rows // 4, axis=0).astype(np.int64)
    one_suit = (rows % 4 == rows[0] % 4).all(axis=0)
    number = one_suit.astype(np.int64)
    for rank in ranks:
        number = number * 13 + rank
    _, first, inverse = np.unique(number, return_index=True, return_inverse=True)
    return first, inverse


def suit_key(hand: Hand, order: str) -> int:
    """`hands.suit_key` of a hand of texts."""
    array = readable(np.array([CODE[card] for card in hand], np.int8))
    return hands.suit_key(array, len(hand), hands.SUIT_RANKS[cards.SUIT_ORDERS.index(order)])


def codes(dealt: Sequence[Hand]) -> Codes:
    """Hands of texts as codes of shape (5, hands), `NONE` where a card is missing."""
    rows = np.full((5, len(dealt)), cards.NONE, np.int8)
    for column, hand in enumerate(dealt):
        rows[: len(hand), column] = [CODE[card] for card in hand]
    return rows


def text(column: Codes) -> Hand:
    """One column of codes as a hand of texts."""
    return tuple(TEXT[int(code)] for code in column if code != cards.NONE)
