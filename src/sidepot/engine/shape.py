"""Checks the fields of a record's part, with messages that name the field and its line."""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_type_hints

import numpy as np

from sidepot.cards import CODES
from sidepot.errors import EngineError
from sidepot.kernel import Part, Sizes
from sidepot.rules.upcards import UpCards
from sidepot.words import Message

_ARRAY = 2
"""An array says the type of its numbers, and at least one size."""
_SIZES = ("seats", "cards", "numbers", "listed", "second", "events")
"""The sizes that every record knows (`Game.layout`)."""
_HIGHEST = 32767
"""The highest number of a card: 606 decks."""
_EVERY = ("options", "seats", "chips", "deck", "journal")
"""The parts that every record has."""


def check_record(record: type[Part]) -> None:
    """Raise `EngineError` for a record that lacks a part, or for a field that none can have."""
    hints = get_type_hints(record)
    for name in _EVERY:
        if not _is_part(hints.get(name)):
            raise EngineError("law.record_part", record=record.__name__, name=name)
    _check_shape(record)


def _check_shape(part: type[Part], known: frozenset[str] = frozenset(_SIZES)) -> None:
    """Raise `EngineError` for the first field that is no number, array or part."""
    for name in bare(part):
        raise EngineError("law.field_bare", **_at(part, name))
    for name, hint in get_type_hints(part, include_extras=True).items():
        kind = getattr(hint, "__origin__", hint)
        if _is_part(kind):
            own = (each.by_name for each in _metadata(hint) if isinstance(each, Sizes))
            _check_shape(kind, known.union(kind.usual, *own))
            continue
        if kind is not int and not (_is_array(kind) and _is_sized(_metadata(hint))):
            said = getattr(kind, "__name__", str(kind))
            raise EngineError("law.field", kind=said, **_at(part, name))
        for size in _sizes(_metadata(hint)) if kind is not int else ():
            if size not in known:
                raise EngineError(
                    "law.field_size", size=size, legal=sorted(known), **_at(part, name)
                )


def _at(part: type[Part], name: str) -> dict[str, Any]:
    """The field of a refusal, and its line, for which the source is parsed."""
    return {"part": part.__name__, "name": name, "where": place(part, name)}


def _is_part(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Part)


def _is_array(kind: Any) -> bool:
    array = (np.ndarray, getattr(np.ndarray, "__origin__", None))
    return kind in array or getattr(kind, "__origin__", None) is np.ndarray


def _metadata(hint: Any) -> tuple[Any, ...]:
    found: tuple[Any, ...] = getattr(hint, "__metadata__", ())
    return found


def _is_sized(metadata: tuple[Any, ...]) -> bool:
    """Whether an array says a type of numbers that there is, and a size."""
    try:
        return len(metadata) >= _ARRAY and np.dtype(metadata[0]).kind in "iu"
    except TypeError:
        return False


def _sizes(metadata: tuple[Any, ...]) -> Iterator[str]:
    """The sizes of an array that have names."""
    for size in metadata[1:]:
        if not isinstance(size, (int, str)):
            return
        if isinstance(size, str):
            yield size


def bare(part: type[Part]) -> list[str]:
    """Names that a part assigns without a type, so that they are no fields: `opened = 0`."""
    hints = get_type_hints(part, include_extras=True)
    return [
        name
        for name, value in vars(part).items()
        if not (name.startswith("_") or name in hints or name == "usual" or callable(value))
    ]


def _assigned(line: ast.stmt) -> set[str]:
    """The names that a line of a class gives a type or a value."""
    targets: list[ast.expr] = []
    if isinstance(line, ast.AnnAssign):
        targets = [line.target]
    elif isinstance(line, ast.Assign):
        targets = line.targets
    return {each.id for each in targets if isinstance(each, ast.Name)}


def place(part: type[Part], name: str) -> Message | str:
    """The place of a part's field: "line 12: opened = 0: "; "" if its source is not available."""
    try:
        text = Path(inspect.getfile(part)).read_text("utf-8")
        module = ast.parse(text)
    except (OSError, TypeError, SyntaxError, UnicodeError):
        return ""
    for node in ast.walk(module):
        if isinstance(node, ast.ClassDef) and node.name == part.__name__:
            for line in node.body:
                if name in _assigned(line):
                    code = text.splitlines()[line.lineno - 1].strip()
                    return Message("law.line", {"line": line.lineno, "code": code})
    return ""


@functools.cache
def check_room(name: str, record: Any, highest: int) -> None:
    """Raise `EngineError` if a part cannot hold the highest number of a card."""
    found = (kind for kind in get_type_hints(record).values() if isinstance(kind, type))
    for part in (kind for kind in found if issubclass(kind, Part)):
        most = _highest_card(part)
        if most < highest:
            values = {"game": name, "part": part.__name__, "most": most, "highest": highest}
            raise EngineError("law.deck_room", **values)


def _highest_card(part: type[Part]) -> int:
    """The highest number of a card that a part has room for, by the type of its field `card`."""
    hint: Any = get_type_hints(part, include_extras=True).get("card")
    kind, *_ = getattr(hint, "__metadata__", ("i8",))
    return min(int(np.iinfo(kind).max), CODES - 1 if part is UpCards else _HIGHEST)
