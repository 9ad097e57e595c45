"""RULES H1-H5 a second time, slowly, in the rules' own words, for the tests to compare with.

It shares no code and no idea with `sidepot.hands`. A card is its text, `Kc`; a hand is one to five
of them, from any number of decks. Dead jokers `Xx` are left out (H6).
"""

from collections import Counter
from collections.abc import Iterable

VALUES = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9}
VALUES |= {"T": 10, "J": 11, "Q": 12, "K": 13, "A": 14}
"""H1: ranks run 2..A, ace high."""
LOW_ACE = 1
"""H1: the ace is also low in A-2-3-4-5, the lowest straight."""
MISSING = 0
"""H3: a kicker beats a missing kicker, so what is missing is below every rank."""

WHEEL = [2, 3, 4, 5, 14]
STRAIGHTS = [
    WHEEL,
    [2, 3, 4, 5, 6],
    [3, 4, 5, 6, 7],
    [4, 5, 6, 7, 8],
    [5, 6, 7, 8, 9],
    [6, 7, 8, 9, 10],
    [7, 8, 9, 10, 11],
    [8, 9, 10, 11, 12],
    [9, 10, 11, 12, 13],
    [10, 11, 12, 13, 14],
]

LOW_TO_HIGH = [
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "five of a kind",
]
"""H4, upside down."""

Key = tuple[int, tuple[int, ...]]


def key(hand: Iterable[str]) -> Key:
    """Greater is better (H3): category first, then the ranks, highest group first."""
    cards = with_rank(hand)
    return LOW_TO_HIGH.index(category(cards)), ranks_in_order(cards)


def suits(hand: Iterable[str], suit_order: str = "cdhs") -> tuple[int, ...]:
    """Greater is better where suits break a tie (H5). `suit_order` is lowest first (H1)."""
    cards = with_rank(hand)
    counts = Counter(values(cards))

    def place(card: str) -> tuple[int, int, int]:
        rank = VALUES[card[0]]
        multiplicity = counts[rank]
        if is_wheel(cards) and rank == VALUES["A"]:
            rank = LOW_ACE  # H5: in A-2-3-4-5 the five leads
        return multiplicity, rank, suit_order.index(card[1])

    best_first = sorted(cards, key=place, reverse=True)
    return tuple(suit_order.index(card[1]) for card in best_first)


def category(hand: Iterable[str]) -> str:
    """The best category that the hand fits, tried from high to low (H4)."""
    cards = with_rank(hand)
    alike = sorted(Counter(values(cards)).values(), reverse=True)
    # H2: straights, flushes and full houses need five cards.
    straight = len(cards) == 5 and sorted(values(cards)) in STRAIGHTS
    flush = len(cards) == 5 and len({card[1] for card in cards}) == 1
    if alike[:1] == [5]:
        return "five of a kind"
    if straight and flush:
        return "straight flush"
    if alike[:1] == [4]:
        return "four of a kind"
    if alike == [3, 2]:
        return "full house"
    if flush:
        return "flush"
    if straight:
        return "straight"
    if alike[:1] == [3]:
        return "three of a kind"
    if alike[:2] == [2, 2]:
        return "two pair"
    if alike[:1] == [2]:
        return "pair"
    return "high card"


def ranks_in_order(cards: list[str]) -> tuple[int, ...]:
    """The ranks of the cards in the order in which they are compared (H3), five in all."""
    ranks = sorted(values(cards), reverse=True)
    if is_wheel(cards):
        ranks = [5, 4, 3, 2, LOW_ACE]
    elif category(cards) != "flush":  # a flush: from high to low, duplicates included
        counts = Counter(ranks)
        ranks.sort(key=lambda rank: (counts[rank], rank), reverse=True)
    return tuple(ranks + [MISSING] * (5 - len(ranks)))


def is_wheel(cards: list[str]) -> bool:
    """Is this A-2-3-4-5 (H1)?"""
    return sorted(values(cards)) == WHEEL


def values(cards: list[str]) -> list[int]:
    """The rank of every card, as a number."""
    return [VALUES[card[0]] for card in cards]


def with_rank(hand: Iterable[str]) -> list[str]:
    """The hand without its dead jokers, which have no rank and no suit (H6)."""
    return [card for card in hand if card != "Xx"]
