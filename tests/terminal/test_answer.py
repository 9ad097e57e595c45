"""Typed answers."""

import pytest

import sidepot
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
