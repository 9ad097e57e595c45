"""The registry of games: every module of this package that holds a `Game` is in it.

Installed packages add theirs with the entry-point group `sidepot.games`; `find` also takes a file.
"""

import functools
import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sidepot.engine.game import Game
from sidepot.engine.game_files import load_game
from sidepot.errors import UnknownGame

_GROUP = "sidepot.games"
"""The group of entry points; each names a `Game`: `my-game = "my_package.my_game:MY_GAME"`."""


_added: list[Game] = []


@functools.cache
def registry() -> Mapping[str, Game]:
    """Every game by its name, in alphabetical order, and last those that stand `behind` the others.

    Sidepot's own names cannot be taken.
    """
    games = {game.name: game for game in (*_added, *_installed(), *_own())}
    return dict(sorted(games.items(), key=lambda entry: (entry[1].behind, entry[0])))


def add_file(path: Path) -> Game:
    """Add the game in a file to this process's registry. Raises `BadGameFile`."""
    game = load_game(path)
    _added.append(game)
    registry.cache_clear()
    return game


def _own() -> Iterator[Game]:
    for module in pkgutil.iter_modules(__path__):
        values = vars(importlib.import_module(f"{__name__}.{module.name}")).values()
        yield from (value for value in values if isinstance(value, Game))


def _installed() -> Iterator[Game]:
    from importlib.metadata import entry_points  # loads the parser of mails

    for entry in entry_points(group=_GROUP):
        value = entry.load()
        if isinstance(value, Game):
            yield value


def find(name: str, **options: Any) -> Game:
    """A game by its name, or the path of its file, with the options that the table has agreed on.

    Raises `UnknownGame`, `BadGameFile` and `BadOption`, which say what is available.
    """
    if str(name).endswith(".py"):
        return load_game(Path(name)).with_options(**options)
    return registered(name, **options)


def registered(name: str, **options: Any) -> Game:
    """A game by its name alone, for names that others have chosen: a path of a file runs nothing.

    Raises `UnknownGame` and `BadOption`.
    """
    games = registry()
    if not isinstance(name, str) or name not in games:
        raise UnknownGame("error.game", game=str(name), legal=list(games))
    return games[name].with_options(**options)
