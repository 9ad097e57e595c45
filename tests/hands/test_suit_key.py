"""`hands.suit_key` against the slow reference, RULES H5."""

import itertools
import random

import numpy as np
import pytest

from sidepot import hands
from sidepot.cards import SUIT_ORDERS
from sidepot.kernel import Array, compiled, readable

from .compare import codes, mistied, suit_key
from .dealing import constructed_hands, random_hands, tied_hands

SEED = 20240229


@pytest.mark.parametrize("order", SUIT_ORDERS)
def test_h5_suits_break_ties_like_the_reference_in_every_suit_order(order: str) -> None:
    dealt = tied_hands(random.Random(order), 20)
    assert mistied(suit_key, dealt, order) is None


def test_h5_random_hands_of_one_to_five_decks() -> None:
    rng = random.Random(SEED)
    assert mistied(suit_key, random_hands(rng, 10_000), "cdhs") is None
    assert mistied(suit_key, constructed_hands(rng, 1_000), "shdc") is None


def test_h5_a_pair_is_decided_by_its_best_suit_whatever_the_kickers() -> None:
    higher, lower = ("8s", "8h", "2c"), ("8d", "8c", "2s")
    assert hands.rank(codes([higher])) == hands.rank(codes([lower]))
    assert suit_key(higher, "cdhs") > suit_key(lower, "cdhs")
    assert suit_key(higher, "shdc") < suit_key(lower, "shdc")


def test_h5_the_five_leads_the_wheel() -> None:
    higher, lower = ("Ac", "5s", "4c", "3c", "2c"), ("As", "5h", "4s", "3s", "2s")
    assert suit_key(higher, "cdhs") > suit_key(lower, "cdhs")


def test_h5_the_key_does_not_depend_on_the_order_of_the_cards() -> None:
    for hand in random_hands(random.Random(SEED), 300):
        assert len({suit_key(h, "cdhs") for h in itertools.permutations(hand)}) == 1


@compiled
def suit_keys(dealt: Array, size: int, ranks: Array, keys: Array) -> None:
    """The key of each of many hands: millions of calls from Python take half a minute."""
    for i in range(len(dealt)):
        keys[i] = hands.suit_key(dealt[i], size, ranks)


@pytest.mark.parametrize(
    "size", [1, 2, *(pytest.param(size, marks=pytest.mark.compiled) for size in (3, 4, 5))]
)
def test_h5_with_one_deck_strength_and_suits_are_a_strict_total_order(size: int) -> None:
    """No two hands of the same size tie: all of them, up to 2,598,960."""
    every = itertools.chain.from_iterable(itertools.combinations(range(52), size))
    dealt = np.fromiter(every, np.int8).reshape(-1, size)
    keys = np.zeros(len(dealt), np.int64)
    suit_keys(readable(dealt), size, hands.SUIT_RANKS[0], keys)
    both = hands.rank(dealt.T).astype(np.int64) << 10 | keys
    assert len(np.unique(both)) == len(dealt)


def test_h6_a_dead_joker_has_no_suit_to_break_a_tie() -> None:
    with_joker, without = ("Xx", "Kd", "9s", "Xx"), ("Kd", "9s")
    assert suit_key(with_joker, "cdhs") == suit_key(without, "cdhs")
    assert suit_key(with_joker, "cdhs") < suit_key(("Xx", "Kh", "9c"), "cdhs")
