"""Typed answers."""

import pytest

import sidepot
from sidepot.cards import SIGNS
from sidepot.terminal.answer import action_text


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("fold", "fold"),
        ("f", "fold"),
        ("F", "fold"),
        ("buy 2", "buy 2"),
        ("b 2", "buy 2"),
        ("b2", "buy 2"),
        ("2", "buy 2"),
        ("b", "buy 1"),
        ("c", "c"),
        ("x 2", "x 2"),
        ("", ""),
        ("buy two", "buy two"),
    ],
)
def test_typed_answers_are_understood(typed: str, meant: str) -> None:
    hand = sidepot.game("ricochet-2").deal(seed=1)
    assert action_text(typed, hand.view(hand.actor or 0).menu) == meant


def test_cards_alone_are_read_by_the_signs_that_the_table_shows() -> None:
    hand = sidepot.game("badugi").deal(players=2, seed=1)
    while not hand.legal.is_picked:
        hand.act("call" if "call" in hand.legal else "check")
    view = hand.view(hand.actor or 0)
    card = view.seats[view.to_act or 0].cards[0].card
    said = action_text(card[0] + SIGNS[card[1]], view.menu)
    assert hand.legal.check(said).card == card
