"""Hands card by card: every card raises a hand, and grown hands are as strong as in bulk."""

import random

import numpy as np
import pytest

from sidepot import hands
from sidepot.cards import JOKERS, NONE
from sidepot.kernel import readable

from .compare import CODE, Hand, codes, misranked, text
from .dealing import (
    DECK,
    constructed_hands,
    every_class,
    mixed,
    random_hands,
    rank_multisets,
    suited,
)

SEED = 20240229
STEP = {1: 1, 2: 1, 3: 2, 4: 5}
"""By size: one in so many hands of several decks gets another card."""


def test_h3_one_card_more_always_raises_a_hand_of_one_deck() -> None:
    """All 8,555 rank multisets (ANALYSIS.md), each reached by every card that can reach it."""
    reached: set[tuple[str, ...]] = {(), *((card[0],) for card in DECK)}
    assert (hands.rank(codes([(card,) for card in DECK])) > 0).all()
    for size in range(1, 5):
        bases = [mixed(ranks) for ranks in rank_multisets(size)]
        bases += [suited(r) for r in rank_multisets(size) if len(set(r)) == size]
        pairs = [(base, (*base, card)) for base in bases for card in DECK if card not in base]
        assert not_raised(pairs) == []
        reached |= {tuple(sorted(card[0] for card in grown)) for _, grown in pairs}
    assert len(reached) == 8_555


def test_h3_one_card_more_always_raises_a_hand_of_several_decks() -> None:
    for size in range(1, 5):
        bases = [dress(r) for r in rank_multisets(size) for dress in (mixed, suited)][:: STEP[size]]
        assert not_raised([(base, (*base, card)) for base in bases for card in DECK]) == []


def not_raised(pairs: list[tuple[Hand, Hand]]) -> list[tuple[Hand, Hand]]:
    """The pairs whose second hand is not strictly stronger than the first."""
    before, after = (hands.rank(codes(side)) for side in zip(*pairs, strict=True))
    return [pairs[i] for i in np.flatnonzero(after <= before)]


def test_h3_a_hand_grown_card_by_card_is_as_strong_as_in_bulk() -> None:
    rng = random.Random(SEED)
    dealt = every_class() + random_hands(rng, 5_000) + constructed_hands(rng, 500)
    bulk = hands.rank(codes(dealt)).tolist()
    for hand, strength in zip(dealt, bulk, strict=True):
        held = hands.EMPTY
        for card in hand:
            held = hands.take(held, CODE[card])
        assert hands.strength(held) == strength
        array = readable(np.array([CODE[card] for card in hand], np.int8))
        assert hands.strength_of(array, len(hand)) == strength


def test_no_cards_have_strength_zero_and_a_size_stops_the_count() -> None:
    array = readable(np.array([CODE["Ac"], CODE["Ad"], CODE["Ah"]], np.int8))
    assert hands.strength(hands.EMPTY) == hands.strength_of(array, 0) == 0
    assert hands.strength_of(array, 2) == hands.rank([[CODE["Ac"]], [CODE["Ad"]]])[0]


@pytest.mark.parametrize("nothing", [*JOKERS, -1, NONE])
def test_h6_dead_jokers_and_missing_cards_add_nothing(nothing: int) -> None:
    rng = random.Random(SEED)
    short = [hand for hand in random_hands(rng, 2_000) if len(hand) < 5]
    filled = codes(short)
    for column in range(filled.shape[1]):
        order = rng.sample(range(5), 5)
        filled[:, column] = filled[order, column]
    filled[filled == NONE] = nothing
    assert np.array_equal(hands.rank(filled), hands.rank(codes(short)))
    held = hands.take(hands.EMPTY, CODE["Kc"])
    assert hands.take(held, nothing) == held
    assert hands.rank([[nothing]] * 5)[0] == 0


def test_h6_jokers_without_another_card_are_the_lowest_hand() -> None:
    assert misranked(hands.rank, [("2c",), ("Xx",), ("Xx", "Xx"), ("2c", "Xx")]) is None


def test_text_and_codes_are_each_others_inverse_here() -> None:
    """The helper of these tests, so that a wrong hand in a failure is the hand that was ranked."""
    dealt = random_hands(random.Random(SEED), 200)
    assert [text(column) for column in codes(dealt).T] == dealt
