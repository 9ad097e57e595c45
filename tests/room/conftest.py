"""What the room's tests share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sidepot import games
from sidepot.games.game import Game

LITTLE = Path(__file__).parent.parent / "laws" / "little.py"


@pytest.fixture
def little() -> Iterator[Game]:
    """A game with a card face down, on the list for a while."""
    before = list(games._added)
    yield games.add_file(LITTLE)
    games._added[:] = before
    games.registry.cache_clear()
