"""The file of an evening with real cards: kept as it is told, read at the next start."""

from __future__ import annotations

import contextlib
import datetime
import os
import re
from pathlib import Path
from typing import IO, Annotated, Any

import msgspec
from msgspec import Meta, Struct

from sidepot import file_locks, paths
from sidepot.decoding import ROW, JsonReader
from sidepot.errors import BadEntry, NotSaved
from sidepot.real.entries import Log

_VERSION = 1
"""The version of the file; it grows when a field changes its meaning."""
_FOLDER = "real-cards"
"""In the user's data folder; a file for each game."""

Chips = Annotated[int, Meta(ge=0)]


class Chair(Struct, frozen=True):
    """A player, as `terminal.seating.Player` has one."""

    name: str
    stack: Chips
    first_stack: Chips
    bought: int
    keeps: dict[str, int | str] = {}


class Evening(Struct, frozen=True, kw_only=True):
    """An evening that is not over. Its `hand` is None between two hands.

    `made_by` names the rules and the program; `first`: the chair at the dealer's left; `table`: the
    values that the game keeps from hand to hand.
    """

    version: int = _VERSION
    made_by: str
    told_at: str
    options: dict[str, Any] = {}
    chairs: tuple[Chair, ...]
    first: Annotated[int, Meta(ge=0)]
    table: dict[str, Any] = {}
    played: Annotated[int, Meta(ge=0)]
    real_chips: bool = False
    hand: Log | None = None


_reader: JsonReader[Evening] = JsonReader(Evening, ROW)


class EveningFile:
    """The file of a game's evening. While it is open no other process may use it."""

    def __init__(self, path: Path) -> None:
        """The file at a path, which need not exist; it is not open yet."""
        self.path = path
        self._lock: IO[bytes] | None = None

    @classmethod
    def of(cls, game: str) -> EveningFile:
        """The file of a game in the user's data folder."""
        return cls(paths.data() / _FOLDER / f"{re.sub('[^a-z0-9-]+', '-', game)}.json")

    def open(self) -> bool:
        """Keep other processes out; False if one has the file open. Raises `NotSaved`."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            lock = self.path.with_suffix(".lock").open("wb")
        except OSError as error:
            raise self._not_saved(error) from error
        if not file_locks.lock(lock.fileno()):
            lock.close()
            return False
        self._lock = lock
        return True

    def close(self) -> None:
        """Let other processes in."""
        if self._lock:
            with contextlib.suppress(OSError):
                file_locks.unlock(self._lock.fileno())
            self._lock.close()
            self._lock = None

    def read(self) -> Evening | None:
        """The evening; None where none is kept. Raises `BadEntry` for a file that is damaged."""
        try:
            found = _reader.read(self.path.read_bytes())
        except FileNotFoundError:
            return None
        except OSError as error:
            raise self.damaged(error.strerror or str(error)) from error
        except msgspec.DecodeError as error:
            raise self.damaged(str(error)) from error
        if found.version != _VERSION:
            raise BadEntry("real.kept_version", file=str(self.path), version=found.version)
        return found

    def damaged(self, reason: str) -> BadEntry:
        """The error that the file cannot be used, and the way out."""
        return BadEntry("real.kept_damaged", file=str(self.path), reason=reason)

    def write(self, evening: Evening) -> None:
        """Keep an evening in place of the one before, on the disk at once. Raises `NotSaved`."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with paths.atomic_write(self.path) as draft, draft.open("wb") as file:
                file.write(msgspec.json.encode(evening))
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise self._not_saved(error) from error

    def remove(self) -> None:
        """Forget the evening. Raises `NotSaved`."""
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            raise self._not_saved(error) from error

    def put_aside(self) -> Path | None:
        """Give the file a name with its time; None if there is none. Raises `NotSaved`."""
        try:
            told = datetime.datetime.fromtimestamp(self.path.stat().st_mtime)
            aside = self.path.with_stem(f"{self.path.stem}-{told:%Y-%m-%d-%H%M%S}")
            self.path.replace(aside)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise self._not_saved(error) from error
        return aside

    def _not_saved(self, error: OSError) -> NotSaved:
        values = {"file": str(self.path), "reason": error.strerror or str(error)}
        return NotSaved("real.not_kept", **values)
