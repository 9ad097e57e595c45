"""Both Ricochet games: a test that takes `game` runs in each."""

import pytest

import sidepot
from sidepot.engine.game import Game


@pytest.fixture(params=["ricochet", "ricochet-2"])
def game(request: pytest.FixtureRequest) -> Game:
    return sidepot.game(request.param)
