"""The best five of more cards: the same as by trying all fives, for every kind of hand."""

import itertools
import random

import numpy as np
import pytest

from sidepot import hands
from sidepot.cards import JOKERS, deck, parse
from sidepot.kernel import readable

KINDS = [
    "As Ks Qs Js Ts 9s 8s",
    "As 2s 3s 4s 5s 6d 7d",
    "As 2d 3s 4s 5s 6d Kd",
    "As 2s 3s 4s 9s 5d Kd",
    "Kc Kd Kh Ks Qc Qd Qh Qs",
    "Kc Kd Kh Qc Qd Qh 2s",
    "Kc Kd Kh Qc Qd Jh Js",
    "Kc Kd Qc Qd Jh Js Ah",
    "Kc Kd Kh Ac Qd Jh 9s",
    "Kc Kd 2h Ac Qd Jh 9s",
    "Kc 8d 2h Ac Qd Jh 9s",
    "2c 3c 4c 5c 7c 8c Ac 6d",
    "2c 3d 4c 5c 6d 7s 8h",
    "Ac Ad 2h 3s 4c 5d 5h",
]


def by_trying(codes: list[int]) -> int:
    """The best strength of all fives."""
    fives = itertools.combinations(codes, 5)
    return max(hands.strength_of(np.array(five), 5) for five in fives)


def best(codes: list[int]) -> int:
    """The strength by the function that is tested."""
    return hands.best_of(readable(np.array(codes, np.int64)), len(codes))


@pytest.mark.parametrize("line", KINDS)
def test_every_kind_of_hand(line: str) -> None:
    codes = parse(line)
    assert best(codes) == best(codes[::-1]) == by_trying(codes)


@pytest.mark.parametrize("size", [5, 6, 7, 8, 9, 10])
def test_random_cards_of_one_deck_and_of_two(size: int) -> None:
    chance = random.Random(size)
    for copies, _ in itertools.product((1, 2), range(12)):
        codes = [card % 54 for card in chance.sample(deck(copies=copies), size)]
        assert best(codes) == by_trying(codes)


def test_a_dead_joker_adds_nothing() -> None:
    codes = parse("Kc Kd 2h Ac Qd Jh")
    assert best([*codes, JOKERS[0]]) == best(codes)
