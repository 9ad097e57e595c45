"""Loads games from files outside of any package."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import sys
from pathlib import Path
from types import ModuleType

from sidepot.engine.diagnostics import blame
from sidepot.engine.game import Game
from sidepot.engine.shape import check_record
from sidepot.engine.source import check_source
from sidepot.engine.verbs import check_verbs
from sidepot.errors import BadGameFile, EngineError, SidepotError
from sidepot.paths import atomic_write
from sidepot.rules import actions
from sidepot.words import DEFAULT, catalogue, read_game_file

_PREFIX = "game file "
"""Begins the name of a module loaded from a file, before the path; no other module has it."""

_SENT = "game text "
"""Begins the name of a module made from a text, before the hash of the text."""

_TEXT = "__text__"
"""The name in such a module of the file's text when it was loaded."""


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
        reason = error.message if isinstance(error, SidepotError) else blame(error, path)
        raise BadGameFile("error.file_raises", file=str(path), reason=reason) from error


def _check_says(game: Game) -> None:
    """Raise `EngineError` for names of its own (`says`) for which the catalogue has no words."""
    known = catalogue(DEFAULT)
    for kind, name in game.says.items():
        needed = [f"event.{name}", f"did.{name}"]
        if known.has(f"event.{kind}_you"):
            needed.append(f"event.{name}_you")
        if kind in actions.KINDS:
            form = "_one" if actions.KINDS.index(kind) in actions.COUNTED else ""
            needed = [f"choice.{name}{form}", f"label.{name}", f"explain.{name}"]
        missing = [key for key in needed if not known.has(key)]
        if missing:
            values = {"game": game.name, "kind": kind, "name": name, "missing": missing}
            raise EngineError("law.says_words", **values)


def import_anything(name: str) -> ModuleType:
    """A module by its name, which may be the name of a loaded file."""
    if name.startswith(_PREFIX):
        return import_file(Path(name.removeprefix(_PREFIX)))
    return importlib.import_module(name)


def import_file(path: Path) -> ModuleType:
    """The module of a file, run once. Raises `BadGameFile`."""
    name = f"{_PREFIX}{path.resolve()}"
    if name in sys.modules:
        return sys.modules[name]
    if path.is_dir() or not path.exists():
        raise BadGameFile("error.file_missing", file=str(path))
    return _run(path, name)


def _run(path: Path, name: str) -> ModuleType:
    """Run a file as a module of this name. Raises `BadGameFile`."""
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadGameFile("error.file_python", file=str(path))
    module = importlib.util.module_from_spec(spec)
    vars(module)[_TEXT] = path.read_text("utf-8", "replace")
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise BadGameFile("error.file_raises", file=str(path), reason=blame(error, path)) from error
    return module


def text_of(module: str) -> str | None:
    """The text that a module was loaded from by `import_file`; None for any other module."""
    found: str | None = vars(sys.modules[module]).get(_TEXT)
    return found


def import_text(text: str, folder: Path) -> ModuleType:
    """The module of a file's text, which is written below `folder` first.

    Its name and place are made from the text, so that two processes with one text have one module.
    """
    digest = hashlib.sha256(text.encode()).hexdigest()
    name = f"{_SENT}{digest}"
    if name in sys.modules:
        return sys.modules[name]
    path = folder / digest[:32] / "game.py"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with atomic_write(path) as draft:
            draft.write_text(text, "utf-8")
    return _run(path, name)


def loaded() -> list[Path]:
    """The files of which modules have been made, in their order."""
    return [Path(name.removeprefix(_PREFIX)) for name in sys.modules if name.startswith(_PREFIX)]


def source_of(game: Game) -> Path:
    """The file that defines a game's rules."""
    begin = getattr(game.verbs.begin, "py_func", game.verbs.begin)
    return Path(inspect.getfile(begin))
