"""The folders of data and cache, the disk below them, and the clock."""

from __future__ import annotations

import contextlib
import os
import shutil
import time
from datetime import UTC, datetime
from itertools import accumulate
from pathlib import Path

from sidepot import kernel, paths
from sidepot.cli.checkup.finding import Finding
from sidepot.kernel.entries import content
from sidepot.room.table.limits import FREE_BYTES
from sidepot.words import Message

_MEGABYTE = 1_000_000
_DAY = 86_400
_READ_BYTES = 50_000_000
"""Bytes of compiled code that are read for damage: a start replaces what is damaged by itself."""


def cache() -> Finding:
    """The compiled code: its place, its size, and damaged entries among the newest."""
    folder = paths.cache()
    entries = _newest_first(folder / "compiled")
    checked = _within(entries, _READ_BYTES)
    damaged = sum(content(path) is None for path, _ in checked)
    size = sum(found.st_size for _, found in entries)
    facts: dict[str, object] = {
        "folder": str(folder),
        "entries": len(entries) - damaged,
        "bytes": size,
        "checked": len(checked),
        "damaged": damaged,
        "writable": _is_writable(folder),
    }
    values = {**facts, "megabytes": round(size / _MEGABYTE)}
    if not facts["writable"]:
        said, help = Message("doctor.cache_closed", values), Message("doctor.cache_help", values)
        return Finding("cache", "note", said, help, facts)
    if facts["damaged"]:
        said = Message("doctor.cache_damaged", values)
        return Finding("cache", "note", said, Message("doctor.cache_damaged_help", values), facts)
    said = Message("doctor.cache", values)
    if not entries:
        said = Message("doctor.cache_empty", values)
        if not kernel.HAS_NUMBA:
            said = Message("doctor.cache_unused", values)
    return Finding("cache", "ok", said, facts=facts)


def _newest_first(folder: Path) -> list[tuple[Path, os.stat_result]]:
    """The entries of the cache in a folder; none where there is no such folder."""
    found = list[tuple[Path, os.stat_result]]()
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if not entry.name.startswith("."):
                with contextlib.suppress(FileNotFoundError):  # a process replaces it
                    found.append((Path(entry.path), entry.stat()))
    return sorted(found, key=lambda pair: -pair[1].st_mtime_ns)


def _within(
    entries: list[tuple[Path, os.stat_result]], limit: int
) -> list[tuple[Path, os.stat_result]]:
    """The first entries, as many as are read quickly: the cache of a designer is large."""
    sizes = accumulate(found.st_size for _, found in entries)
    return [pair for pair, size in zip(entries, sizes, strict=True) if size <= limit]


def data() -> Finding:
    """The folder of rooms and histories, and what is free on its disk."""
    folder = paths.data()
    free = shutil.disk_usage(_nearest(folder)).free
    facts: dict[str, object] = {
        "folder": str(folder),
        "free_bytes": free,
        "writable": _is_writable(folder),
    }
    least = FREE_BYTES // _MEGABYTE
    values = {**facts, "megabytes": free // _MEGABYTE, "least": least}
    if not facts["writable"]:
        said, help = Message("doctor.data_closed", values), Message("doctor.data_help", values)
        return Finding("data", "wrong", said, help, facts)
    if free < FREE_BYTES:
        said, help = Message("doctor.data_full", values), Message("doctor.data_full_help", values)
        return Finding("data", "wrong", said, help, facts)
    return Finding("data", "ok", Message("doctor.data", values), facts=facts)


def clock(now: float | None = None) -> Finding:
    """Is the clock later than the files of the program? Clocks of turns and of deals are of it."""
    now = time.time() if now is None else now
    newest = Path(__file__).stat().st_mtime
    said = datetime.fromtimestamp(now, UTC).isoformat(timespec="seconds")
    facts = {"utc": said, "zone": time.strftime("%z", time.localtime(now))}
    if now < newest - _DAY:
        values = {**facts, "files": datetime.fromtimestamp(newest, UTC).date().isoformat()}
        wrong, help = Message("doctor.clock_wrong", values), Message("doctor.clock_help")
        return Finding("clock", "wrong", wrong, help, facts)
    return Finding("clock", "ok", Message("doctor.clock", facts), facts=facts)


def _nearest(folder: Path) -> Path:
    """The folder, or what is there instead, or else the nearest above it."""
    return next(filter(_is_there, (folder, *folder.absolute().parents)))


def _is_there(path: Path) -> bool:
    try:
        path.stat()
    except OSError:
        return False
    return True


def _is_writable(folder: Path) -> bool:
    nearest = _nearest(folder)
    return nearest.is_dir() and os.access(nearest, os.W_OK | os.X_OK)
