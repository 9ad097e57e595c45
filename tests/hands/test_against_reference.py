"""`hands.rank` against the slow reference, RULES H1-H4."""

import hashlib
import itertools
import math
import random
from collections import Counter

import numpy as np
import pytest

from sidepot import hands
from sidepot.cards import SUITS

from . import reference
from .compare import codes, misranked, unlike_its_class
from .dealing import (
    all_five_card_hands,
    constructed_hands,
    every_class,
    mixed,
    random_hands,
    rank_multisets,
    suited,
)

SEED = 20240229
compiled_only = pytest.mark.compiled
"""Millions of hands take minutes in plain Python."""

ONE_DECK = {
    "straight flush": 40,  # four of them royal
    "four of a kind": 624,
    "full house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three of a kind": 54_912,
    "two pair": 123_552,
    "pair": 1_098_240,
    "high card": 1_302_540,
}
"""Five-card hands of one deck in each category, high to low (H4): textbook numbers."""

ORDER_OF_ALL_HANDS = "915368d8101d00b07f992aa5df74de3677e75b25e89d7e8d087e24e1fad77ef2"
"""SHA-256 of the dense ranks (0 the worst, 7461 the best) of all five-card hands of one deck, as
little-endian uint16, hands in the order of `itertools.combinations(range(52), 5)` over codes.
Computed from `reference` alone, not from `hands`."""


def one_hand_a_class() -> list[tuple[str, ...]]:
    """The five-card hands of one deck up to suits: 6,175 mixed and 1,287 suited ones."""
    fives = [ranks for ranks in rank_multisets(5) if len(set(ranks)) > 1]
    return [mixed(ranks) for ranks in fives] + [
        suited(ranks) for ranks in fives if len(set(ranks)) == 5
    ]


# Five cards of one deck, all of them


@compiled_only
def test_h3_all_five_card_hands_of_one_deck_are_as_strong_as_their_class() -> None:
    assert all_five_card_hands().shape == (5, math.comb(52, 5))
    assert unlike_its_class(hands.rank, all_five_card_hands()) is None


@compiled_only
def test_h3_the_7462_strengths_of_one_deck_are_those_of_the_classes() -> None:
    every = np.unique(hands.rank(all_five_card_hands()))
    assert len(every) == 7_462
    assert np.array_equal(every, np.unique(hands.rank(codes(one_hand_a_class()))))


def test_h3_h4_the_classes_of_one_deck_are_in_the_order_of_the_reference() -> None:
    assert len(one_hand_a_class()) == 7_462
    assert misranked(hands.rank, one_hand_a_class()) is None


@compiled_only
def test_h4_every_category_has_its_number_of_hands() -> None:
    dealt = one_hand_a_class()
    categories = dict(
        zip(hands.rank(codes(dealt)).tolist(), map(reference.category, dealt), strict=True)
    )
    counted: Counter[str] = Counter()
    strengths, counts = np.unique(hands.rank(all_five_card_hands()), return_counts=True)
    for strength, count in zip(strengths.tolist(), counts.tolist(), strict=True):
        counted[categories[strength]] += count
    assert counted == ONE_DECK


@compiled_only
def test_h3_the_order_of_all_five_card_hands_is_pinned() -> None:
    _, dense = np.unique(hands.rank(all_five_card_hands()), return_inverse=True)
    assert hashlib.sha256(dense.astype("<u2").tobytes()).hexdigest() == ORDER_OF_ALL_HANDS


# One to five cards of any number of decks


@pytest.mark.both_forms
def test_h2_h3_h4_every_class_of_one_to_five_cards_of_any_number_of_decks() -> None:
    """2,379 partial classes, 6,188 mixed ones, 5,863 suited ones that are at least a flush."""
    dealt = every_class()
    assert misranked(hands.rank, dealt) is None
    assert len(np.unique(hands.rank(codes(dealt)))) == 2_379 + 6_188 + 5_863


def test_h3_h4_random_hands_of_one_to_five_decks() -> None:
    assert misranked(hands.rank, random_hands(random.Random(SEED), 15_000)) is None


def test_h3_h4_rare_hands_built_on_purpose() -> None:
    dealt = constructed_hands(random.Random(SEED), 5_000)
    seen = Counter(map(reference.category, dealt))
    assert min(seen[name] for name in reference.LOW_TO_HIGH) > 100
    assert misranked(hands.rank, dealt) is None


def test_h2_suits_do_not_matter_below_five_cards() -> None:
    rng = random.Random(SEED)
    for size in range(1, 5):
        plain = [mixed(ranks) for ranks in rank_multisets(size)]
        other = [tuple(card[0] + rng.choice(SUITS) for card in hand) for hand in plain]
        assert np.array_equal(hands.rank(codes(plain)), hands.rank(codes(other)))


@pytest.mark.parametrize(
    "chain",
    [
        "Ah 8h > Ah",
        "Ks 8s > Ks 3s > Ks",
        "8s 8h Kd > 8s 8h 6d 2c > 8s 8h 6d",
        "Ts > 9s 5h > 9s 3h 2d > 9s 3h > 9s",
    ],
)
def test_h3_a_kicker_beats_a_missing_kicker(chain: str) -> None:
    assert_falls(chain)


@pytest.mark.parametrize(
    "chain",
    [
        "2c 2c 2c 2c 2c > As Ks Qs Js Ts > 5s 4s 3s 2s As > Ah Ah Ah Ah",
        "2h 2h 2h 2h 3h > Ah Ah Ah Kh Kh > 2h 2h 2h 3h 3h > Ah Ah Ah Kh Qh",
    ],
)
def test_h4_quads_and_full_houses_of_one_suit_outrank_a_flush(chain: str) -> None:
    assert_falls(chain)


@pytest.mark.parametrize(
    "chain",
    [
        "Ah Ah 4h 3h 2h > Ah Kh Kh Kh Qh > Ah Kh Qh Jh 9h",
        "Ah Kh Kh 3h 2h > Ah Kh Qh Jh 9h > Ah 8h 8h 7h 7h > Ah 8h 8h 7h 6h > Kh Kh Kh Qh Jh",
        "7h 6h 6h 2h 2h > 7h 5h 5h 5h 4h > 7h 5h 5h 4h 4h > As Kd Qh Jc Ts",
    ],
)
def test_h3_a_flush_compares_five_cards_duplicates_included(chain: str) -> None:
    assert_falls(chain)


def test_h1_the_wheel_is_the_lowest_straight() -> None:
    assert_falls("6s 5d 4h 3c 2c > Ah 2d 3h 4c 5s > As Ad Ah Kc Qc")
    assert_falls("6s 5s 4s 3s 2s > Ah 2h 3h 4h 5h > As Ad Ah Ac Kc")


def assert_falls(chain: str) -> None:
    """Are the hands of `a > b > c` really ever weaker, for the reference too?"""
    dealt = [tuple(hand.split()) for hand in chain.split(">")]
    strengths = hands.rank(codes(dealt)).tolist()
    assert all(high > low for high, low in itertools.pairwise(strengths))
    assert misranked(hands.rank, dealt) is None
