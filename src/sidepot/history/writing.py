"""Writes histories as TOML text, and the file of an evening.

tomli-w would write `_options` as a table of its own, where docs/histories.md and other readers of
PHH have it inline, and every stack on a line of its own; so this module writes the few forms that
are needed.
"""

from __future__ import annotations

import contextlib
import datetime
import os
import re
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, BinaryIO

from sidepot import paths
from sidepot.errors import NotSaved, expect
from sidepot.history import units
from sidepot.history.recorded import Recorded
from sidepot.history.units import Exact

_FOLDER = "histories"
"""In the user's data folder."""
_ENDING = ".phhs"
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_NOT_PLAIN = re.compile(r'["\\\x00-\x1f\x7f\ud800-\udfff]')
"""Characters that are escaped in a string."""


def dumps(fields: Mapping[str, Any], label: str | int | None = None) -> str:
    """The fields of a hand as text: a `.phh` file, or with a label one table of a `.phhs` file."""
    header = "" if label is None else f"[{_key(str(label))}]\n"
    return header + "".join(_field(name, value) for name, value in fields.items())


def _field(name: str, value: object) -> str:
    if name == "actions" and isinstance(value, list):
        lines = "".join(f"  {_value(action)},\n" for action in value)
        return f"actions = [\n{lines}]\n"
    return f"{_key(name)} = {_value(value)}\n"


def _value(value: object) -> str:
    """A value on one line. Raises `TypeError` for a type that TOML does not have."""
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Exact):
        return value.text
    if isinstance(value, Decimal):
        return units.text(value)
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, Mapping):
        pairs = [f"{_key(name)} = {_value(inner)}" for name, inner in value.items()]
        return f"{{ {', '.join(pairs)} }}" if pairs else "{}"
    raise TypeError(f"TOML has no {type(value).__name__}")


def _key(name: str) -> str:
    return name if re.fullmatch("[A-Za-z0-9_-]+", name) else _string(name)


def _string(text: str) -> str:
    return f'"{_NOT_PLAIN.sub(_escaped, text)}"'


def _escaped(found: re.Match[str]) -> str:
    char = found[0]
    if "\ud800" <= char <= "\udfff":  # a lone surrogate, such as a stray byte from a terminal
        return "\N{REPLACEMENT CHARACTER}"
    return _ESCAPES.get(char, f"\\u{ord(char):04x}")


class Session:
    """The file of an evening, created with its first hand; every hand is synced to disk at once."""

    def __init__(self, path: Path | str) -> None:
        expect(path, (str, Path), "argument.file")
        self.path = Path(path)
        self.saved = 0
        self._number = 0
        self._size = 0
        self._file: BinaryIO | None = None

    @classmethod
    def of(cls, name: str) -> Session:
        """A new file in the user's data folder, named by the time and by `name`."""
        stem = f"{datetime.datetime.now():%Y-%m-%d-%H%M%S}-{re.sub('[^a-z0-9-]+', '-', name)}"
        return cls(paths.data() / _FOLDER / (stem + _ENDING))

    def append(self, history: Recorded) -> None:
        """Add a hand, labelled by its number in the evening.

        Raises `NotSaved`; a hand that was written in part is cut off again, so that the file has
        only whole hands, and later hands may still be added.
        """
        self._number += 1
        gap = "\n" if self.saved else ""
        raw = (gap + dumps(history.fields, self._number)).encode("utf-8")
        try:
            self._write(raw)
        except OSError as error:
            self._restore()
            values = {"file": str(self.path), "reason": error.strerror or str(error)}
            raise NotSaved("error.not_saved", **values) from error
        self.saved += 1
        self._size += len(raw)

    def close(self) -> None:
        """Close the file."""
        if self._file:
            with contextlib.suppress(OSError):
                self._file.close()
            self._file = None

    def _write(self, raw: bytes) -> None:
        if self._file is None:
            self._file = self._open()
        while raw:
            raw = raw[self._file.write(raw) :]
        os.fsync(self._file.fileno())

    def _open(self) -> BinaryIO:
        """Create the file; if the name is taken, with a number after it."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        first = self.path
        for n in range(2, 100):
            try:
                return self.path.open("xb", buffering=0)
            except FileExistsError:
                self.path = first.with_stem(f"{first.stem}-{n}")
        return self.path.open("xb", buffering=0)

    def _restore(self) -> None:
        """Cut off what was written in part."""
        if self._file:
            with contextlib.suppress(OSError):
                self._file.seek(self._size)
                self._file.truncate()
