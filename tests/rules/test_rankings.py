"""Rankings of streets: the short deck as PokerKit has it, and two own cards with three."""

import itertools
import random

import numpy as np
import pytest
from pokerkit import ShortDeckHoldemHand

from sidepot import cards, kernel
from sidepot.games import find
from sidepot.rules.rankings import EIGHT_OR_BETTER, HIGH, SHORT_DECK, Seen, two_and_three
from sidepot.rules.streets import common, down, record
from tests.examples.test_games import FOLDER
from tests.rules.test_halves import Table

SHORT = cards.deck(ranks="6789TJQKA")


def strength(held: list[int]) -> int:
    """The strength of a hand of seven cards that lie in front of a seat."""
    sizes = {"seats": 2, "cards": 52, "numbers": 52, "listed": 0, "second": 0, "events": 0}
    rows = kernel.batch(kernel.record(record([down(7), common(1)], Table), **sizes))
    s = kernel.fields(rows)
    s.hole.size[0] = len(held)
    s.hole.card[0, : len(held)] = np.array(held)
    return int(SHORT_DECK.strength(s, 0))


def test_hands_of_a_short_deck_compare_as_in_pokerkit() -> None:
    rng = random.Random(3)
    ranked = []
    for number in range(40):
        suited = [code for code in SHORT if code % 4 < 2]
        held = rng.sample(suited if number % 2 else SHORT, 7)
        ranked.append((ShortDeckHoldemHand.from_game(cards.texts(held).replace(" ", "")), held))
    strengths = [strength(held) for _, held in ranked]
    for (one, ours), (other, its) in itertools.combinations(
        zip([hand for hand, _ in ranked], strengths, strict=True), 2
    ):
        assert (one > other, one == other) == (ours > its, ours == its)


def test_an_ace_is_low_in_the_lowest_straight_of_a_short_deck() -> None:
    held = tuple(cards.parse("As 6d 7c 8h 9s Kd Kh"))
    named = SHORT_DECK.named(Seen(held, (), ()))
    assert str(named.hand if named else None) == "a nine-high straight"


@pytest.mark.parametrize(
    ("held", "board", "high", "low"),
    [
        ("As 2s Kd 9h", "3d 4c 8h Ts Jc", "ace high, king, jack, ten and eight kickers", True),
        ("As Ks Qs Js", "Ts 9d 8d 2c 2d", "a queen-high straight", False),
        ("Ah 4h 7h 8h", "2h Kc Kd Qs Js", "a pair of kings, ace, queen and eight kickers", False),
    ],
)
def test_omaha_takes_two_and_three(held: str, board: str, high: str, low: bool) -> None:
    seen = Seen(tuple(cards.parse(held)), (), tuple(cards.parse(board)))
    named = two_and_three(HIGH).named(seen)
    assert str(named.hand if named else None) == high
    assert (two_and_three(EIGHT_OR_BETTER).named(seen) is not None) == low


def test_a_second_board_lies_apart_with_its_own_names() -> None:
    game = find(str(FOLDER / "double_board.py"))
    hand = game.deal(players=2, stacks=20, deck="As Ad Ks Kd 2c Ah 7c 8d Kh 7d 8h")
    for action in ("call", "check"):
        hand.act(action)
    middle = hand.view(-1).board
    assert [card.card for card in middle if card.zone == "hand"] == ["Ah", "7c", "8d"]
    assert [card.card for card in middle if card.zone == "second_board"] == ["Kh", "7d", "8h"]
    assert "Ah 7c 8d / Kh 7d 8h" in str(hand)
