"""Loads games from files outside of any package."""

from __future__ import annotations

import inspect
from pathlib import Path

from sidepot.engine.diagnostics import diagnose
from sidepot.engine.game import Game
from sidepot.engine.modules import import_file
from sidepot.engine.shape import check_record
from sidepot.engine.source import check_source
from sidepot.engine.verbs import check_verbs
from sidepot.errors import BadGameFile, EngineError, SidepotError
from sidepot.rules import actions
from sidepot.words import DEFAULT, catalogue, read_game_file


def load_game(path: Path) -> Game:
    """The game in a file. Raises `BadGameFile` with the line that is wrong."""
    module = import_file(path)
    found = [value for value in vars(module).values() if isinstance(value, Game)]
    if len(found) != 1:
        names = [game.name for game in found]
        raise BadGameFile("error.file_games", file=str(path), n=len(found), names=names)
    _check_fields(found[0], path)
    _check_words(path)
    return found[0]


def _check_words(path: Path) -> None:
    """Raise `BadGameFile` for words in another language, beside the file, that cannot be read."""
    for file in sorted(path.parent.glob(f"{path.stem}.*.toml")):
        try:
            read_game_file(file)
        except (OSError, ValueError) as error:
            raise BadGameFile("error.file_raises", file=str(file), reason=str(error)) from error


def _check_fields(game: Game, path: Path) -> None:
    """Raise `BadGameFile` for options, verbs, a record or rules that cannot be, with the line."""
    try:
        _ = game.numbers
        check_verbs(game.verbs)
        check_record(game.record)
        game.layout()
        _check_says(game)
        check_source(path)
    except Exception as error:
        reason = error.message if isinstance(error, SidepotError) else diagnose(error, path)
        raise BadGameFile("error.file_raises", file=str(path), reason=reason) from error


def _check_says(game: Game) -> None:
    """Raise `EngineError` for names of its own (`says`) for which the catalogue has no words."""
    known = catalogue(DEFAULT)
    for kind, name in game.says.items():
        needed = [f"event.{name}", f"did.{name}"]
        if known.has(f"event.{kind}_you"):
            needed.append(f"event.{name}_you")
        if kind in actions.NAMES:
            form = "_one" if actions.NAMES.index(kind) in actions.COUNTED else ""
            needed = [f"choice.{name}{form}", f"label.{name}", f"explain.{name}"]
        missing = [key for key in needed if not known.has(key)]
        if missing:
            values = {"game": game.name, "kind": kind, "name": name, "missing": missing}
            raise EngineError("law.says_words", **values)


def source_of(game: Game) -> Path:
    """The file that defines a game's rules."""
    begin = getattr(game.verbs.begin, "py_func", game.verbs.begin)
    return Path(inspect.getfile(begin))
