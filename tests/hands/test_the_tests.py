"""The comparisons of these tests can fail: broken rankers go through them, and each is caught."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sidepot import hands

from . import reference
from .compare import (
    Codes,
    Hand,
    Ranker,
    first_disagreement,
    misranked,
    mistied,
    suit_key,
    text,
    unlike_its_class,
)
from .dealing import every_class, random_hands, tied_hands

Breaks = Callable[[Hand, reference.Key], Any]
"""Gets a hand and its right key; gives a wrong one for some hands."""


def broken(breaks: Breaks) -> Ranker:
    """A ranker that uses the reference's key as `breaks` changes it; places are its strengths."""

    def ranker(rows: Codes) -> list[int]:
        dealt = [text(column) for column in rows.T]
        keys = [breaks(hand, reference.key(hand)) for hand in dealt]
        place = {key: i for i, key in enumerate(sorted(set(keys)))}
        return [place[key] for key in keys]

    return ranker


def right(hand: Hand, key: reference.Key) -> reference.Key:
    """Breaks nothing: shows that `broken` itself is not what is caught."""
    return key


def kickers_ignored(hand: Hand, key: reference.Key) -> Any:
    """Pairs, trips and quads are equal whatever lies beside them."""
    category, ranks = key
    grouped = tuple(rank for rank in ranks if ranks.count(rank) > 1 and rank)
    return category, grouped or ranks


def a_missing_kicker_wins(hand: Hand, key: reference.Key) -> Any:
    """A hand without a kicker beats the same hand with one."""
    return key[0], tuple(rank or 15 for rank in key[1])


def the_wheel_is_ace_high(hand: Hand, key: reference.Key) -> Any:
    """A-2-3-4-5 beats every straight but, by its lower cards, T-J-Q-K-A."""
    return (key[0], (14, 5, 4, 3, 2)) if key[1] == (5, 4, 3, 2, 1) else key


def flushes_add_up(hand: Hand, key: reference.Key) -> Any:
    """Cards of a flush are bits that are added, so duplicates carry: 8-8 counts like a nine."""
    category, ranks = key
    flush = reference.LOW_TO_HIGH[category] == "flush"
    return (category, (sum(1 << rank for rank in ranks),)) if flush else key


def flushes_group_by_multiplicity(hand: Hand, key: reference.Key) -> Any:
    """A flush with a pair in it compares the pair first."""
    category, ranks = key
    return category, tuple(sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True))


def a_flush_beats_a_full_house_of_one_suit(hand: Hand, key: reference.Key) -> Any:
    """Five of a suit is a flush even where it is a full house."""
    full_house = reference.LOW_TO_HIGH.index("full house")
    one_suit = len({card[1] for card in hand}) == 1
    return (full_house - 1, key[1]) if key[0] == full_house and one_suit else key


def four_to_a_flush(hand: Hand, key: reference.Key) -> Any:
    """A flush of four cards (H2 wants five)."""
    flush = reference.LOW_TO_HIGH.index("flush")
    four = len(hand) == 4 and len({card[1] for card in hand}) == 1
    return (max(key[0], flush), key[1]) if four else key


BROKEN = [
    kickers_ignored,
    a_missing_kicker_wins,
    the_wheel_is_ace_high,
    flushes_add_up,
    flushes_group_by_multiplicity,
    a_flush_beats_a_full_house_of_one_suit,
    four_to_a_flush,
]


@pytest.mark.soak
def test_a_ranker_that_is_right_passes() -> None:
    assert misranked(broken(right), every_class()) is None


@pytest.mark.soak
@pytest.mark.parametrize("breaks", BROKEN)
def test_a_broken_ranker_is_caught(breaks: Breaks) -> None:
    found = misranked(broken(breaks), every_class())
    assert found is not None
    lower, higher = found
    assert breaks(lower, reference.key(lower)) != reference.key(lower) or (
        breaks(higher, reference.key(higher)) != reference.key(higher)
    )


def test_a_ranker_that_forgets_a_suit_of_one_hand_is_caught() -> None:
    """The comparison by classes exists for this: one hand in millions, wrong by its suits alone."""
    dealt = np.tile(np.array([[0], [4], [8], [12], [20]], np.int8), 1_000)
    dealt[:, 500:] += 3  # from clubs to spades
    assert unlike_its_class(hands.rank, dealt) is None

    def forgets_spades(rows: Codes) -> Any:
        strengths = hands.rank(rows)
        strengths[777] -= 1
        return strengths

    assert unlike_its_class(forgets_spades, dealt) == ("2s", "3s", "4s", "5s", "7s")


@pytest.mark.parametrize("got", [[1, 1, 2], [1, 2, 2], [1, 3, 2], [3, 2, 1], [0, 0, 0]])
def test_a_false_tie_and_a_false_order_are_both_disagreements(got: list[int]) -> None:
    assert first_disagreement(got, [10, 20, 30]) is not None
    assert first_disagreement([10, 20, 30], got) is not None


def test_other_numbers_in_the_same_order_are_no_disagreement() -> None:
    assert first_disagreement([5, 1, 5, 9], [70, 60, 70, 80]) is None


def the_wheels_ace_leads(hand: Hand, order: str) -> Any:
    """As if the ace of A-2-3-4-5 were high."""
    right = reference.suits(hand, order)
    return right[-1:] + right[:-1] if reference.is_wheel(list(hand)) else right


def suits_by_rank_alone(hand: Hand, order: str) -> Any:
    """Multiplicity forgotten: an ace beside a pair of eights decides."""
    best_first = sorted(hand, key=lambda c: (reference.VALUES[c[0]], order.index(c[1])))[::-1]
    return tuple(order.index(card[1]) for card in best_first)


def suits_sorted(hand: Hand, order: str) -> Any:
    """Ranks forgotten: the best suit of any card decides."""
    return tuple(sorted(reference.suits(hand, order), reverse=True))


def suits_of_the_usual_order(hand: Hand, order: str) -> Any:
    """The table's own suit order forgotten."""
    return suit_key(hand, "cdhs")


def suits_never(hand: Hand, order: str) -> Any:
    """Ties stay ties."""
    return 0


@pytest.mark.parametrize(
    "wrong",
    [
        the_wheels_ace_leads,
        suits_by_rank_alone,
        suits_sorted,
        suits_of_the_usual_order,
        suits_never,
    ],
)
def test_a_broken_suit_key_is_caught(wrong: Callable[[Hand, str], Any]) -> None:
    dealt = tied_hands(random.Random(1), 40)
    assert mistied(reference.suits, dealt, "schd") is None
    assert mistied(wrong, dealt, "schd") is not None


def test_the_random_hands_hold_ties_and_every_size() -> None:
    """Random hands would prove little if no two of them tied."""
    dealt = random_hands(random.Random(1), 5_000)
    assert {len(hand) for hand in dealt} == {1, 2, 3, 4, 5}
    assert len({reference.key(hand) for hand in dealt}) < 4_000
    assert any(len(set(hand)) < len(hand) for hand in dealt)
