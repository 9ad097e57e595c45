"""Which tests share machine code: those of the games of one file, which go to one process."""

from functools import cache

import pytest
from xdist.scheduler import LoadScopeScheduling

from sidepot import games
from sidepot.engine.game_files import source_of

LONGEST = "poker_roulette"
"""What takes the longest begins first."""


class ByFile(LoadScopeScheduling):  # type: ignore[misc]
    """Gives a process all tests of a file of games: in two, all would be compiled twice."""

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)


def is_short(item: pytest.Item) -> bool:
    """May a test wait?"""
    return group_of(item.nodeid) != LONGEST


def group_of(nodeid: str) -> str:
    """The file of the game that a test is about, or the test's own file."""
    file, _, called = nodeid.partition("::")
    parameters = called.partition("[")[2]
    for name, group in _names():
        if parameters.startswith(name):
            return group
    return file


@cache
def _names() -> list[tuple[str, str]]:
    """Names and titles of games, the longest first, each with its file."""
    found = [
        (name, source_of(game).stem)
        for game in games.registry().values()
        for name in (game.name, game.title)
    ]
    return sorted(found, key=lambda pair: -len(pair[0]))
