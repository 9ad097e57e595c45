"""Loads games from files outside of any package."""

from __future__ import annotations

import inspect
from pathlib import Path

from sidepot.engine.diagnostics import diagnose
from sidepot.engine.game import Game
from sidepot.engine.modules import import_file
from sidepot.engine.own_words import missing_words, skeleton
from sidepot.engine.shape import check_record
from sidepot.engine.source import check_source
from sidepot.engine.verbs import check_verbs
from sidepot.errors import BadGameFile, SidepotError
from sidepot.words import Message, read_game_file


def load_game(path: Path) -> Game:
    """The game in a file. Raises `BadGameFile` with a wrong line, or with all missing words."""
    game = game_without_words(path)
    missing = missing_words(game, path)
    if missing:
        reason = Message("law.words_missing", {"skeleton": skeleton(missing, path)})
        raise BadGameFile("error.file_raises", file=str(path), reason=reason)
    return game


def game_without_words(path: Path) -> Game:
    """The game in a file, of which words may be missing. Raises `BadGameFile`."""
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
        check_source(path)
    except Exception as error:
        reason = error.message if isinstance(error, SidepotError) else diagnose(error, path)
        raise BadGameFile("error.file_raises", file=str(path), reason=reason) from error


def source_of(game: Game) -> Path:
    """The file that defines a game's rules, or that makes them of a table of streets."""
    if game.file:
        return game.file
    begin = getattr(game.verbs.begin, "py_func", game.verbs.begin)
    return Path(inspect.getfile(begin))
