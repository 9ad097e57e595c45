"""Cards passed between players: who knows them, and where a redeal may put them."""

from collections import Counter
from pathlib import Path

import pytest

import sidepot
from sidepot import cards, kernel
from sidepot.engine.game import Hand
from sidepot.engine.play import RAIL
from sidepot.rules.layout import codes_at

FILE = Path(__file__).parents[2] / "examples" / "games" / "anaconda.py"
DECK = "2c 3c 4c 5c 6c 7c 8c 2d 3d 4d 5d 6d 7d 8d 2h 3h 4h 5h 6h 7h 8h"
"""Three hands of one suit each, in the order of the seats."""


@pytest.fixture
def hand() -> Hand:
    """Three players who have checked, and pass three cards next."""
    hand = sidepot.game(str(FILE)).deal(players=3, stacks=100, deck=DECK, seed=1)
    return checked(hand)


def checked(hand: Hand) -> Hand:
    for _ in range(3):
        hand.act("check")
    return hand


def all_pass(hand: Hand, *picks: str) -> Hand:
    for pick in picks:
        hand.act(f"pass on {pick}")
    return hand


def held(hand: Hand, seat: int, viewer: int) -> str:
    """A seat's cards as a viewer sees them."""
    return cards.texts(codes_at(kernel.fields(hand.record(viewer)).hole, seat))


def test_all_pass_at_the_same_time_to_the_left(hand: Hand) -> None:
    assert hand.asked == (0, 1, 2)
    all_pass(hand, "2c 3c 4c", "2d 3d 4d", "2h 3h 4h")
    assert held(hand, 1, 1) == "5d 6d 7d 8d 2c 3c 4c"
    assert held(hand, 0, 0) == "5c 6c 7c 8c 2h 3h 4h"


def test_a_pick_is_secret_until_all_have_picked(hand: Hand) -> None:
    other = hand.copy()
    hand.act("pass on 2c 3c 4c")
    other.act("pass on 6c 7c 8c")
    assert kernel.to_bytes(hand.record(1)) == kernel.to_bytes(other.record(1))


def test_a_player_knows_passed_cards_in_the_other_hand(hand: Hand) -> None:
    all_pass(hand, "2c 3c 4c", "2d 3d 4d", "2h 3h 4h")
    assert held(hand, 1, 0) == "?? ?? ?? ?? 2c 3c 4c"
    assert held(hand, 1, 2) == held(hand, 1, RAIL) == "?? ?? ?? ?? ?? ?? ??"


def test_nobody_knows_whether_a_card_was_passed_on(hand: Hand) -> None:
    all_pass(hand, "2c 3c 4c", "2d 3d 4d", "2h 3h 4h")
    all_pass(checked(hand), "5c 6c", "2c 3c", "5h 6h")
    assert held(hand, 1, 0) == "?? ?? ?? ?? ?? 5c 6c"
    assert held(hand, 2, 0) == "?? ?? ?? ?? ?? ?? ??"
    assert held(hand, 2, 1) == "?? ?? ?? ?? ?? 2c 3c"


def test_a_redeal_puts_a_passed_card_where_it_may_be(hand: Hand) -> None:
    all_pass(hand, "2c 3c 4c", "2d 3d 4d", "2h 3h 4h")
    all_pass(checked(hand), "5c 6c", "2c 3c", "5h 6h")
    found = Counter[str]()
    for number in range(60):
        rows = kernel.copy(hand.record(0))
        hand.game.entry.redeal(rows, kernel.generator(number))
        s = kernel.fields(rows)
        for card in ("2c", "3c", "4c"):
            found.update(seat for seat in "12" if card in cards.texts(codes_at(s.hole, int(seat))))
    assert found.total() == 180  # in a hand each time, and never in the deck
    assert min(found.values()) > 40
