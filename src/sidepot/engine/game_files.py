"""Loads games from files outside of any package."""

from __future__ import annotations

import inspect
from pathlib import Path
from types import ModuleType

from sidepot import paths
from sidepot.engine.diagnostics import diagnose
from sidepot.engine.game import Game
from sidepot.engine.modules import digest_of, import_file, import_text, text_place
from sidepot.engine.own_words import missing_words, skeleton
from sidepot.engine.shape import check_record
from sidepot.engine.source import check_source
from sidepot.engine.verbs import check_verbs
from sidepot.errors import BadGameFile, SidepotError
from sidepot.paths import write_whole
from sidepot.words import Message, read_game_file

_NAME = "name.txt"
"""Beside such a text: the name of the file that it came from."""
_BESIDE = (".md", ".toml", ".svg")


def load_game(path: Path) -> Game:
    """The game in a file. Raises `BadGameFile` with a wrong line, or with all missing words."""
    return _with_words(game_without_words(path), path, path)


def game_without_words(path: Path) -> Game:
    """The game in a file, of which words may be missing. Raises `BadGameFile`."""
    return _game_in(import_file(path), path, path)


def load_version(text: str, name: str, beside: Path | None = None) -> Game:
    """The game in the text of a file of this name, as a version of its own: the file may change.

    What lies in the folder `beside` by the file's name (rule page, picture, other languages) is
    copied with it. Raises `BadGameFile`.
    """
    module = import_text(text, versions_folder(), name)
    place = Path(str(module.__file__))
    _copy(name.encode(), place.with_name(_NAME))
    if beside:
        _copy_beside(beside / name, place)
    return _with_words(_game_in(module, Path(name), place), Path(name), place)


def stored_version(digest: str) -> Game | None:
    """The version with this hash, where some process of this user has loaded it; else None."""
    place = text_place(versions_folder(), digest)
    try:
        raw, name = place.read_bytes(), place.with_name(_NAME).read_text("utf-8")
    except OSError:
        return None
    return load_version(raw.decode("utf-8"), name) if digest_of(raw) == digest else None


def _copy_beside(file: Path, place: Path) -> None:
    """Copy what lies beside a file by its name to a copy of it."""
    for each in sorted(file.parent.glob(f"{file.stem}.*")):
        if each.suffix in _BESIDE and each.is_file():
            _copy(each.read_bytes(), place.with_name(place.stem + each.name[len(file.stem) :]))


def _copy(raw: bytes, to: Path) -> None:
    if not to.exists() or to.read_bytes() != raw:
        write_whole(to, raw)


def versions_folder() -> Path:
    """The folder in the cache for the texts of versions."""
    return paths.cache() / "games"


def _with_words(game: Game, path: Path, place: Path) -> Game:
    """The game, if no words of its own are missing; paths as for `_game_in`.

    Raises `BadGameFile`.
    """
    missing = missing_words(game, place)
    if missing:
        reason = Message("law.words_missing", {"skeleton": skeleton(missing, place)})
        raise BadGameFile("error.file_raises", file=str(path), reason=reason)
    return game


def _game_in(module: ModuleType, path: Path, place: Path) -> Game:
    """The game of a module, checked; `place`: where the module lies, `path`: its file."""
    found = [value for value in vars(module).values() if isinstance(value, Game)]
    if len(found) != 1:
        names = [game.name for game in found]
        raise BadGameFile("error.file_games", file=str(path), n=len(found), names=names)
    _check_fields(found[0], path, place)
    _check_words(place)
    return found[0]


def _check_words(path: Path) -> None:
    """Raise `BadGameFile` for words in another language, beside the file, that cannot be read."""
    for file in sorted(path.parent.glob(f"{path.stem}.*.toml")):
        try:
            read_game_file(file)
        except (OSError, ValueError) as error:
            raise BadGameFile("error.file_raises", file=str(file), reason=str(error)) from error


def _check_fields(game: Game, path: Path, place: Path) -> None:
    """Raise `BadGameFile` for options, verbs, a record or rules that cannot be, with the line."""
    try:
        _ = game.numbers
        check_verbs(game.verbs)
        check_record(game.record)
        game.layout()
        check_source(place)
    except Exception as error:
        reason = error.message if isinstance(error, SidepotError) else diagnose(error, place)
        raise BadGameFile("error.file_raises", file=str(path), reason=reason) from error


def source_of(game: Game) -> Path:
    """The file that defines a game's rules, or that makes them of a table of streets."""
    if game.file:
        return game.file
    begin = getattr(game.verbs.begin, "py_func", game.verbs.begin)
    return Path(inspect.getfile(begin))
