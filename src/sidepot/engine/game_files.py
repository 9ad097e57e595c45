"""Loads games from files outside of any package."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import re
import sys
import traceback
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

from sidepot.engine.game import Game
from sidepot.errors import BadGameFile, SidepotError

_PREFIX = "game file "
"""Begins the name of a module loaded from a file, before the path; no other module has it."""

_NOISE = ("Failed in", "During:", "[", "- ", "File ")
"""Beginnings of lines of the compiler's errors that do not help a designer."""


def load_game(path: Path) -> Game:
    """The game in a file. Raises `BadGameFile` with the line that is wrong."""
    module = import_file(path)
    found = [value for value in vars(module).values() if isinstance(value, Game)]
    if len(found) != 1:
        names = [game.name for game in found]
        raise BadGameFile("error.file_games", file=str(path), n=len(found), names=names)
    _check_options(found[0], path)
    return found[0]


def _check_options(game: Game, path: Path) -> None:
    """Raise `BadGameFile` if a game does not declare the values of its options."""
    try:
        _ = game.numbers
    except Exception as error:
        reason = error.message if isinstance(error, SidepotError) else blame(error, path)
        raise BadGameFile("error.file_raises", file=str(path), reason=reason) from error


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
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadGameFile("error.file_python", file=str(path))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise BadGameFile("error.file_raises", file=str(path), reason=blame(error, path)) from error
    return module


def blame(error: BaseException, path: Path) -> str:
    """One sentence for an error: the last line of the file in the traceback, and the error."""
    if isinstance(error, SyntaxError):
        return f"line {error.lineno}: {error.msg}: {(error.text or '').strip()}"
    if type(error).__module__.startswith("numba."):
        return _uncompiled(str(error), path)
    where = own_line(traceback.extract_tb(error.__traceback__), path)
    return f"{where}: {type(error).__name__}: {error}".removeprefix(": ")


def own_line(frames: Iterable[traceback.FrameSummary], path: Path) -> str:
    """The last line of a file in a traceback; empty if the file is not in it."""
    own = [frame for frame in frames if Path(frame.filename) == path.resolve()]
    return f"line {own[-1].lineno}: {own[-1].line}" if own else ""


def _uncompiled(text: str, path: Path) -> str:
    """One sentence for the compiler's long error: the line, and the first thing that it says."""
    said = [line.strip() for line in text.splitlines() if line.strip()]
    told = next((line for line in said[1:] if not line.startswith(_NOISE)), said[0])
    named = re.findall(r'File "(.*?)", line (\d+)', text)
    lines = [number for file, number in named if Path(file).name == path.name]
    where = f"line {lines[-1]}: " if lines else ""
    return f"{where}plain Python can do this, but a rule cannot: {told}"


def source_of(game: Game) -> Path:
    """The file that defines a game's rules."""
    begin = getattr(game.verbs.begin, "py_func", game.verbs.begin)
    return Path(inspect.getfile(begin))
