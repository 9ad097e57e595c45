"""Seeds, numbers from NumPy, decks by their first cards, and hands that travel."""

import pickle
from typing import Any

import numpy as np
import pytest

import sidepot
from sidepot.engine.action import Action
from sidepot.errors import BadCards, BadSetup

GAME = sidepot.game("ricochet-2")


@pytest.mark.parametrize("wishes", [{"seed": -1}, {"seed": 2**63}, {"seed": "x"}, {"seed": 1.5}])
def test_a_malformed_seed_is_refused(wishes: dict[str, Any]) -> None:
    with pytest.raises(BadSetup, match="whole numbers from 0 to 9223372036854775807"):
        GAME.deal(**wishes)
    with pytest.raises(BadSetup):
        GAME.deal(seed=1, hand=wishes["seed"])


def test_the_largest_seed_is_one() -> None:
    assert GAME.deal(seed=2**63 - 1, hand=2**63 - 1).legal


def test_numbers_from_numpy_are_numbers() -> None:
    stacks: Any = np.array([9, 9])
    two: Any = np.int8(2)
    hand = GAME.with_options(ante=two).deal(stacks=stacks, seed=two)
    assert hand.stacks == (7, 7)
    hand.act(Action("buy", two))
    assert type(hand.actions[0][1].amount) is int


@pytest.mark.parametrize("amount", [2.5, True, "2", None])
def test_a_fractional_amount_is_not_legal(amount: Any) -> None:
    legal = GAME.deal(seed=1).legal
    assert (Action("buy", amount) in legal) == (amount == "2")


def test_a_text_names_the_first_cards_and_leaves_the_rest_to_chance() -> None:
    hand = GAME.deal(players=3, deck="Kc 7d 2h")
    assert [seat.cards[0].card for seat in hand.view(-1).seats] == ["Kc", "7d", "2h"]
    again = GAME.deal(players=3, deck="Kc 7d 2h", seed=5)
    assert bytes(again) == bytes(GAME.deal(players=3, deck="Kc 7d 2h", seed=5))


@pytest.mark.parametrize("deck", ["Kc Kc", "Xx"])
def test_a_text_with_a_card_twice_or_a_stranger_is_refused(deck: str) -> None:
    with pytest.raises(BadCards):
        GAME.deal(deck=deck)


def test_a_hand_travels_by_pickle() -> None:
    hand = GAME.with_options(ante=3).deal(players=3, seed=1)
    twin = pickle.loads(pickle.dumps(hand))
    assert bytes(twin) == bytes(hand) and twin.events() == hand.events()
    assert [twin.act("buy 2"), twin.payoffs] == [hand.act("buy 2"), hand.payoffs]
