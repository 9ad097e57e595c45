"""The low rankings in the order that PokerKit has them, and their names."""

import itertools
import random
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from pokerkit import EightOrBetterLowHand, RegularLowHand, StandardLowHand

from sidepot import cards
from sidepot.kernel import Array, readable
from sidepot.rules import lows

Ranking = Callable[[Array, int], int]
LOW_RANKS = (0, 1, 2, 3, 12)
RANKINGS = [
    (lows.ace_to_five, RegularLowHand),
    (lows.eight_or_better, EightOrBetterLowHand),
    (lows.deuce_to_seven, StandardLowHand),
]


def strength(ranking: Ranking, held: list[int]) -> int:
    return int(ranking(readable(np.array(held, np.int64)), len(held)))


def piles(number: int) -> Iterator[list[int]]:
    """Random sevens: of all cards, of few ranks, and fives of one suit."""
    rng = random.Random(7)
    few = [code for code in range(cards.SIZE) if code >> 2 in LOW_RANKS]
    for k in range(number):
        held = rng.sample(range(cards.SIZE) if k % 2 else few, 7)
        suited = {code & ~3 for code in rng.sample(range(cards.SIZE), 6)}
        yield held if k % 3 or len(suited) < 5 else sorted(suited)


def theirs(kind: type, held: list[int]) -> object:
    """PokerKit's hand, None where the cards make none."""
    try:
        return kind.from_game(cards.texts(held).replace(" ", ""))  # type: ignore[attr-defined]
    except ValueError:
        return None


@pytest.mark.parametrize(("ranking", "kind"), RANKINGS)
def test_two_lows_compare_as_in_pokerkit(ranking: Ranking, kind: type) -> None:
    ranked = [(theirs(kind, held), strength(ranking, held)) for held in piles(60)]
    assert all((hand is None) == (ours == 0) for hand, ours in ranked)
    made = [(hand, ours) for hand, ours in ranked if hand is not None]
    assert len(made) > 9
    for (hand, ours), (other, its) in itertools.combinations(made, 2):
        assert (hand > other, hand == other) == (ours > its, ours == its)  # type: ignore[operator]


@pytest.mark.parametrize(
    ("held", "ranking", "said"),
    [
        ("Ah 8d 6c 4s 3h Kd Kc", lows.ace_to_five, "eight, six, four, three and ace"),
        ("2c 2d 3h 3s 4c", lows.ace_to_five, "three, three, deuce, deuce and four"),
        (
            "7c 5d 4h 3s 2c Ad Kc",
            lows.deuce_to_seven,
            "seven, five, four, three and deuce",
        ),
        ("5c 4d 3h 2s Ac", lows.deuce_to_seven, "ace, five, four, three and deuce"),
    ],
)
def test_a_low_is_named_from_its_highest_card(held: str, ranking: Ranking, said: str) -> None:
    assert str(lows.name(lows.lowest_five(cards.parse(held), ranking))) == f"a low of {said}"


@pytest.mark.parametrize(
    ("held", "said"),
    [
        ("8h 7h Qh Ac 8s", "a pair of eights, ace, queen and seven kickers"),
        ("7c 6d 5h 4s 3c", "a seven-high straight"),
        ("5c 4d 3h 2s Ac", "a low of ace, five, four, three and deuce"),
        ("5c 4c 3c 2c Ac", "a low of ace, five, four, three and deuce"),
    ],
)
def test_a_hand_too_high_for_a_seven_low_has_the_name_of_a_high_hand(held: str, said: str) -> None:
    five = lows.lowest_five(cards.parse(held), lows.deuce_to_seven)
    assert str(lows.name_to_seven(five)) == said


def test_fewer_than_five_cards_compare_too() -> None:
    order = ["Ac 2d", "Ac 3d", "2c 3d", "Qc Kd", "Ac Ad", "Kc Kd"]
    found = [strength(lows.ace_to_five, cards.parse(held)) for held in order]
    assert found == sorted(found, reverse=True)
