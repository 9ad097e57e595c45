"""The games: every module of this package that holds a `Game` adds it to the list by being here."""

import functools
import importlib
import pkgutil
from collections.abc import Mapping
from typing import Any

from sidepot.errors import UnknownGame
from sidepot.games.game import Game


@functools.cache
def registry() -> Mapping[str, Game]:
    """Every game by its name, in alphabetical order."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    modules = [importlib.import_module(f"{__name__}.{name}") for name in names]
    games = {
        value.name: value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, Game)
    }
    return dict(sorted(games.items()))


def find(name: str, **options: Any) -> Game:
    """A game by name, with the options that the table has agreed on.

    Raises `UnknownGame` and `BadOption`; both name what there is.
    """
    games = registry()
    if name not in games:
        raise UnknownGame("error.game", game=name, legal=list(games))
    return games[name].with_options(**options)
