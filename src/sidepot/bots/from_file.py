"""A bot's file: one function `act(view, rng)`, for matches, a room, and `sidepot check`."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable
from pathlib import Path

from sidepot.engine.action import Action
from sidepot.engine.modules import import_file
from sidepot.engine.view import TableView
from sidepot.errors import BadGameFile, BadStrategy

Act = Callable[[TableView, random.Random], Action | str]
"""Takes the table as its seat may see it and a generator of its own; returns an action."""
_NAME = "act"


def load_act(path: Path) -> Act:
    """The `act` of a file. Raises `BadStrategy` for no Python file, a broken one, or no `act`."""
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


def file_of(act: Act) -> Path:
    """The file of a strategy's code; `.` if that is not known."""
    try:
        return Path(inspect.getfile(inspect.unwrap(act)))
    except TypeError:  # an object that is called
        return Path(inspect.getfile(type(act))) if _has_file(type(act)) else Path()


def _has_file(kind: type) -> bool:
    """Is a class defined in a file?"""
    return kind.__module__ not in ("builtins", "functools")
