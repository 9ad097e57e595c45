"""The registry of games: every module of this package that holds a `Game` is in it.

Installed packages add theirs with the entry-point group `sidepot.games`; `find` also takes a file.
"""

import functools
import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from sidepot.engine.game import Game
from sidepot.engine.game_files import load_game
from sidepot.errors import UnknownGame

_GROUP = "sidepot.games"
"""The group of entry points; each names a `Game`: `my-game = "my_package.my_game:MY_GAME"`."""


_added: list[Game] = []
_in_folder: list[Game] = []
_versions: dict[tuple[str, str], Game] = {}
"""Every version of a folder's games that this process has loaded, by name and hash."""
_stored: list[tuple[Callable[[str], Game | None], Callable[[Game], None]]] = []
"""Finds other versions by their hashes; empty: this process takes none."""


@functools.cache
def registry() -> Mapping[str, Game]:
    """Every game by its name, in alphabetical order, and last those that stand `behind` the others.

    Sidepot's own names cannot be taken.
    """
    games = {game.name: game for game in (*_in_folder, *_added, *_installed(), *_own())}
    return dict(sorted(games.items(), key=lambda entry: (entry[1].behind, entry[0])))


def add_file(path: Path) -> Game:
    """Add the game in a file to this process's registry. Raises `BadGameFile`."""
    game = load_game(path)
    _added.append(game)
    registry.cache_clear()
    return game


def use_folder(found: Iterable[Game]) -> None:
    """Put the games of a folder on the list, in place of those that it had before."""
    _in_folder[:] = found
    for game in _in_folder:
        _remember(game)
    registry.cache_clear()


def in_folder() -> list[Game]:
    """The games of a folder that are on the list."""
    return [*_in_folder]


def outside_folder() -> set[str]:
    """The names of all games but those of a folder."""
    return {game.name for game in (*_added, *_installed(), *_own())}


def find_versions(
    stored: Callable[[str], Game | None] | None,
    on_found: Callable[[Game], None] = lambda _: None,
) -> None:
    """Let `stored` find versions of a folder's games, by the hash, that are not loaded yet.

    `on_found` is called with each of them once it can be named.
    """
    _stored[:] = [(stored, on_found)] if stored else []


def version_of(game: Game) -> str:
    """The hash of the file of a folder's game, which names this version; else empty."""
    origin = game.origin
    return origin.digest if origin and (game.name, origin.digest) in _versions else ""


def version(name: str, digest: str) -> Game:
    """A version of a folder's game, on the list or not. Raises `UnknownGame`."""
    for stored, on_found in () if (name, digest) in _versions else _stored:
        found = stored(digest)
        if found is not None and found.name == name:
            _remember(found)
            on_found(found)
    if (name, digest) not in _versions:
        raise UnknownGame("error.game_version", game=name[:40], hash=digest[:12])
    return _versions[name, digest]


def _remember(game: Game) -> None:
    if game.origin:
        _versions[game.name, game.origin.digest] = game


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
