"""A game's stated minutes a hand match its bots' hands at human pace."""

import pytest

from sidepot import bots, games
from sidepot.designer.report.pace import minutes
from sidepot.kernel import PLAIN
from sidepot.lab.simulate import simulate
from tests.cases import often

PLAYERS, HANDS = 5, 8 if PLAIN else 60
QUICK = ("five-card-draw", "guts", "kuhn", "ricochet", "ricochet-2")
"""Games whose bots take a moment in plain Python, and decide there as in machine code."""


@pytest.mark.parametrize("name", often(sorted(games.registry()), always=QUICK))
def test_a_hand_takes_as_long_as_the_game_says(name: str) -> None:
    game = games.registry()[name]
    policy = bots.policy_of(game, "regular")
    done = simulate(game, stacks=game.stacks(min(PLAYERS, game.most)), hands=HANDS, policy=policy)
    long = minutes(done.decisions / HANDS)
    assert abs(long - game.minutes) <= 0.75, long
