"""A bot's file: `act(view, rng) -> str`, the same for matches, for a room, and for its trial."""

from __future__ import annotations

import ast
import inspect
import random
from collections.abc import Callable
from pathlib import Path

from sidepot.engine.game_files import import_file
from sidepot.engine.view import TableView
from sidepot.errors import BadGameFile, BadStrategy

Act = Callable[[TableView, random.Random], str]
"""What its owner may see, and a generator that is his own; the answer is an action's text."""
_NAME = "act"


def load_strategy(path: Path) -> Act:
    """The `act` of a file. Raises `BadStrategy`."""
    if not path.is_file() or path.suffix != ".py":
        raise BadStrategy("bot.file", file=str(path))
    try:
        module = import_file(path)
    except BadGameFile as error:
        raise BadStrategy("bot.broken", reason=error.message) from error
    act = getattr(module, _NAME, None)
    if not callable(act):
        raise BadStrategy("bot.no_act", file=str(path))
    chosen: Act = act
    return chosen


def is_strategy(path: Path) -> bool:
    """Does a file define `act`? It is read, not run."""
    try:
        body = ast.parse(path.read_text("utf-8")).body
    except (OSError, SyntaxError, ValueError):
        return False
    return any(_NAME in _names(node) for node in body)


def _names(node: ast.stmt) -> list[str]:
    """What a statement at the top of a file gives a name to."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return [node.name]
    if isinstance(node, ast.ImportFrom):
        return [alias.asname or alias.name for alias in node.names]
    targets: list[ast.expr] = []
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, ast.AnnAssign):
        targets = [node.target]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def file_of(act: Act) -> Path:
    """The file in which a strategy's code stands; the current folder if that is not known."""
    try:
        return Path(inspect.getfile(inspect.unwrap(act)))
    except TypeError:  # an object that is called
        return Path(inspect.getfile(type(act))) if _is_written(type(act)) else Path()


def _is_written(kind: type) -> bool:
    """Does a class stand in a file?"""
    return kind.__module__ not in ("builtins", "functools")
