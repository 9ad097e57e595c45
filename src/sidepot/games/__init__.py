"""The games: every module of this package that holds a `Game` is on the list by being here.

Installed packages add theirs by the entry-point group `sidepot.games`, and `find` takes a file.
"""

import functools
import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from sidepot.engine.game import Game
from sidepot.engine.game_files import load_game
from sidepot.errors import UnknownGame

_GROUP = "sidepot.games"
"""Entry points of this group name a `Game`: `my-game = "my_package.my_game:MY_GAME"`."""


_added: list[Game] = []


@functools.cache
def registry() -> Mapping[str, Game]:
    """Every game by its name, in alphabetical order. What comes with Sidepot keeps its name."""
    games = {game.name: game for game in (*_added, *_installed(), *_own())}
    return dict(sorted(games.items()))


def add_file(path: Path) -> Game:
    """Put the game of a file on the list of this process. Raises `BadGameFile`."""
    game = load_game(path)
    _added.append(game)
    registry.cache_clear()
    return game


def _own() -> Iterator[Game]:
    for module in pkgutil.iter_modules(__path__):
        values = vars(importlib.import_module(f"{__name__}.{module.name}")).values()
        yield from (value for value in values if isinstance(value, Game))


def _installed() -> Iterator[Game]:
    for entry in entry_points(group=_GROUP):
        value = entry.load()
        if isinstance(value, Game):
            yield value


def find(name: str, **options: Any) -> Game:
    """A game by name, or by the path of its file, with the options that the table has agreed on.

    Raises `UnknownGame`, `BadGameFile` and `BadOption`; they name what there is.
    """
    if str(name).endswith(".py"):
        return load_game(Path(name)).with_options(**options)
    games = registry()
    if name not in games:
        raise UnknownGame("error.game", game=name, legal=list(games))
    return games[name].with_options(**options)
