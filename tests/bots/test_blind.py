"""Opponents who never look at their cards, and win nothing from `regular`."""

import pytest

from sidepot import bots, games
from sidepot.lab.match import match
from tests.bots.opponents import bets_once

pytestmark = [pytest.mark.soak, pytest.mark.compiled]


@pytest.mark.parametrize("pots", [1, 2, 3, 25])
def test_a_bet_with_anything_wins_nothing_before_the_flop(pots: int) -> None:
    """With a discount as after the flop it wins a third of a big blind a hand."""
    game = games.find("holdem-no-limit")
    policies = [bets_once(pots), bots.policy_of(game, "regular")]
    found = match(game, policies, deals=3000, stack=200, seed=3)
    assert found.intervals[0][1] < 0.0


def test_regular_beats_the_beginner_in_leduc() -> None:
    game = games.find("leduc")
    policies = [bots.policy_of(game, strength) for strength in ("beginner", "regular")]
    assert match(game, policies, deals=2000, seed=3).intervals[0][1] < 0.0
