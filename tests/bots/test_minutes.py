"""How long a hand takes, as games say, is what their bots' hands come to among people."""

import pytest
from docs.knowledge.figures import minutes

from sidepot import bots, games
from sidepot.lab.simulate import simulate

PLAYERS, HANDS = 5, 60


@pytest.mark.parametrize("name", sorted(games.registry()))
def test_a_hand_takes_as_long_as_the_game_says(name: str) -> None:
    game = games.registry()[name]
    policy = bots.policy_of(game, "regular")
    done = simulate(game, stacks=game.stacks(min(PLAYERS, game.most)), hands=HANDS, policy=policy)
    long = minutes(done.decisions / HANDS)
    assert abs(long - game.minutes) <= 0.75, long
