"""Which tests share machine code: those of the games of one file."""

from collections.abc import Mapping

import pytest

from sidepot import games
from sidepot.engine.game import Game
from sidepot.engine.game_files import source_of

LONGEST = "poker_roulette"
"""What takes the longest begins first."""


def is_short(item: pytest.Item) -> bool:
    """May a test wait?"""
    return group_of(item) != LONGEST


def group_of(item: pytest.Item) -> str:
    """The file of the game that a test is about, or the test's own file."""
    called = getattr(item, "callspec", None)
    parameters: Mapping[str, object] = called.params if called else {}
    for value in parameters.values():
        if isinstance(value, str) and (game := _game(value)):
            return source_of(game).stem
    return item.path.stem


def _game(text: str) -> Game | None:
    """The game that a text names, or that a benchmark's line is about."""
    for name, game in games.registry().items():
        if text == name or text.startswith((f"{name},", f"{name} ", f"{game.title},")):
            return game
    return None
