"""What the room's tests share."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sidepot import games
from sidepot.engine.game import Game

LITTLE = Path(__file__).parent.parent / "laws" / "little.py"


@contextmanager
def listed(file: Path) -> Iterator[Game]:
    """The game of a file, on the list for a while."""
    before = list(games._added)
    yield games.add_file(file)
    games._added[:] = before
    games.registry.cache_clear()


@pytest.fixture
def little() -> Iterator[Game]:
    """A game with a card face down, on the list for a while."""
    with listed(LITTLE) as game:
        yield game
