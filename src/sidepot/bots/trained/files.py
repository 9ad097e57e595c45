"""Files of learned strategies: NumPy's own format without pickles, with a head in JSON."""

from __future__ import annotations

import contextlib
import json
import math
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import msgspec
import numpy as np
from msgspec import Meta, Struct, structs
from numpy.lib import format as npy

from sidepot import games, paths
from sidepot.bots.trained import table as tables
from sidepot.bots.trained.abstraction import EXACT, Abstraction, abstraction_of
from sidepot.bots.trained.fingerprint import Rules, rules_of
from sidepot.bots.trained.locating import Ground, ground_of, slots_of
from sidepot.bots.trained.strategy import Trained
from sidepot.decoding import JsonReader
from sidepot.engine.game import Game
from sidepot.errors import BadLearned, NotSaved
from sidepot.words import say

_VERSION = 3
"""The version of files: it grows with any change of what a key is made from."""
_HEAD = "head"
_ARRAYS = ("sizes", "rounds", "centers", "keys", "regret", "total")
_MOST_UNPACKED = 100
"""Bytes at most for each byte of a file; those of trainings have three to ten."""
_SMALL = 1 << 20
"""Bytes that every file may have unpacked."""
_MOST_PLACES = 64
"""Places at most for each set; a table that grows has two to four."""
UNREADABLE = (
    OSError,
    EOFError,
    ValueError,
    LookupError,
    NotImplementedError,
    RuntimeError,
    zipfile.BadZipFile,
    zlib.error,
    SyntaxError,
)
"""Errors of reading a damaged zip, or an array in it."""


class _Version(Struct):
    version: int


class _Trained(Struct):
    """The state that a training resumes from (`lab.learn.checkpoints`)."""

    seed: int
    stacks: Annotated[list[int], Meta(min_length=2, max_length=2)]
    lanes: Annotated[int, Meta(ge=1, le=1024)]
    rounds: Annotated[int, Meta(ge=0)]
    traversals: Annotated[int, Meta(ge=0)]
    decisions: Annotated[int, Meta(ge=0)]
    weight: float
    places: Annotated[int, Meta(ge=1)]


class _Head(Struct):
    """The head of a file; `chosen`: the options of the game, as text."""

    rules: Rules
    chosen: dict[str, str]
    players: Annotated[int, Meta(ge=1, le=20)]
    is_exact: bool
    trained: _Trained


_version = JsonReader[_Version](_Version, _SMALL)
_head = JsonReader[_Head](_Head, _SMALL)


def save(strategy: Trained, path: Path) -> None:
    """Write a strategy and the state of its training, atomically. Raises `NotSaved`."""
    head = {
        "version": _VERSION,
        "rules": asdict(rules_of(strategy.game)),
        "chosen": {name: str(value) for name, value in strategy.game.chosen.items()},
        "players": strategy.players,
        "is_exact": strategy.abstraction.is_exact,
        "trained": dict(strategy.trained),
    }
    keys, regret, total = tables.rows_of(strategy.table)
    _, sizes, rounds, centers = strategy.ground
    held: dict[str, Any] = {"sizes": sizes, "rounds": rounds, "centers": centers}
    held |= {_HEAD: np.frombuffer(json.dumps(head).encode(), np.uint8)}
    held |= {"keys": keys, "regret": regret, "total": total}
    try:
        with paths.atomic_write(path) as draft, draft.open("wb") as file:
            np.savez_compressed(file, **held)
    except OSError as error:
        raise NotSaved("error.not_written", file=str(path), reason=error.strerror) from error


def load(path: Path, game: Game | None = None, abstraction: Abstraction | None = None) -> Trained:
    """The strategy in a file, for the game with these options, or the one that it was learned for.

    `abstraction`: the one by which it learned, where that is not the game's own. Raises
    `BadLearned` for what is no such file, of another version, or for other rules.
    """
    with _reading(path) as archive:
        head = _head_of(archive, path)
        arrays = {name: tables.as_read(_array(archive, name)) for name in _ARRAYS}
    theirs = head.rules
    game = game or games.find(theirs.game, **head.chosen)
    ours = rules_of(game)
    if not theirs.fits(ours):
        raise BadLearned("learn.rules", file=str(path), theirs=str(theirs), ours=str(ours))
    abstraction = abstraction or (EXACT if head.is_exact else abstraction_of(game))
    blank = ground_of(game, abstraction)
    with _reading(path):
        _check_forms(arrays, blank, slots_of(abstraction), head.trained.places)
    ground = blank._replace(**{name: arrays[name] for name in ("sizes", "rounds", "centers")})
    numbers = arrays["keys"], arrays["regret"], arrays["total"]
    table = tables.filled(*numbers, head.trained.places)
    return Trained(game, head.players, abstraction, ground, table, structs.asdict(head.trained))


def is_learned(path: Path) -> bool:
    """Is a file one of these? Its beginning is read."""
    try:
        with zipfile.ZipFile(path) as parts:
            return f"{_HEAD}.npy" in parts.namelist()
    except UNREADABLE:
        return False


@contextlib.contextmanager
def _reading(path: Path) -> Iterator[zipfile.ZipFile]:
    """A file that is read. Raises `BadLearned` for whatever is wrong with it."""
    if not path.exists():
        raise BadLearned("learn.missing", file=str(path))
    if not is_learned(path):
        raise BadLearned("learn.broken", file=str(path), reason=say("learn.no_head"))
    try:
        with zipfile.ZipFile(path) as archive:
            unpacked = sum(part.file_size for part in archive.infolist())
            if unpacked > _MOST_UNPACKED * path.stat().st_size + _SMALL:
                raise ValueError(f"{unpacked} bytes unpacked")
            yield archive
    except msgspec.DecodeError as error:
        raise BadLearned("learn.broken", file=str(path), reason=say("learn.no_head")) from error
    except UNREADABLE as error:
        reason = str(error) or type(error).__name__
        raise BadLearned("learn.broken", file=str(path), reason=reason) from error


def _head_of(archive: zipfile.ZipFile, path: Path) -> _Head:
    """The head of a file. Raises `BadLearned` for another version, and `DecodeError`."""
    raw = _array(archive, _HEAD).tobytes()
    version = _version.read(raw).version
    if version != _VERSION:
        raise BadLearned("learn.version", file=str(path), theirs=version, ours=_VERSION)
    return _head.read(raw)


def _array(archive: zipfile.ZipFile, name: str) -> Any:
    """An array of numbers, whose header is checked before memory is allocated."""
    part = archive.getinfo(f"{name}.npy")
    with archive.open(part) as stream:
        if npy.read_magic(stream) != (1, 0):
            raise ValueError(name)
        shape, is_fortran, dtype = npy.read_array_header_1_0(stream)
        size = math.prod(shape) * dtype.itemsize
        if is_fortran or dtype.kind not in "iuf" or size != part.file_size - stream.tell():
            raise ValueError(f"{name}: {shape}, {dtype}")
        return np.frombuffer(stream.read(), dtype).reshape(shape)


def _check_forms(arrays: Mapping[str, Any], ground: Ground, slots: int, places: int) -> None:
    """Raise `ValueError` for arrays that compiled code would read beyond their ends."""
    sets, rounds = arrays["keys"].shape[0], arrays["rounds"].shape[0]
    wanted = {
        "sizes": np.asarray(ground.sizes).shape,
        "rounds": (rounds,),
        "centers": (rounds, *np.asarray(ground.centers).shape[1:]),
        "keys": (sets,),
        "regret": (sets, slots),
        "total": (sets, slots),
    }
    for name, shape in wanted.items():
        array = np.asarray(arrays[name])
        dtype = np.float64 if name in ("regret", "total") else np.int64
        if array.shape != shape or array.dtype != dtype or not np.isfinite(array).all():
            raise ValueError(f"{name}: {array.shape}, {array.dtype}")
    if places.bit_count() != 1 or places > max(tables.LEAST, _MOST_PLACES * sets):
        raise ValueError(f"places: {places}")
