"""Compares the page that a room serves with the files of the installed one, byte by byte."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

_INDEX = "index.html"
_PACKED = (".br", ".gz")
"""Suffixes of compressed copies, which are not compared."""
_NAMED = re.compile(rb"""(?:src|href)\s*=\s*["']?\.?/?([^"'\s>#?:]+\.\w+)""")
"""A file that the first page of a room names."""

Fetch = Callable[[str], bytes | None]
"""Returns the bytes that a room serves at a path, None if it has no such file."""


class Comparison(NamedTuple):
    """The number of files that match, and the names of those that do not."""

    same: int
    differing: list[str]
    missing: list[str]
    extra: list[str]
    """Files that the room's first page names and the installed page does not have."""

    @property
    def is_same(self) -> bool:
        """Whether the room serves the installed page."""
        return not (self.differing or self.missing or self.extra)


def installed(folder: Path) -> dict[str, Path]:
    """The files of an installed page by their names; none if it has not been built."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.suffix not in _PACKED)
    return {path.relative_to(folder).as_posix(): path for path in sorted(files)}


def compare(files: dict[str, Path], fetch: Fetch) -> Comparison:
    """Compare every file with what the room serves."""
    found = {name: fetch("/" + name) for name in files}
    first = fetch("/")
    differing = [n for n, raw in found.items() if raw not in (None, files[n].read_bytes())]
    if first != files[_INDEX].read_bytes():
        differing = sorted({*differing, _INDEX})
    missing = [name for name, raw in found.items() if raw is None]
    same = len(files) - len({*differing, *missing})
    extra = sorted({name for raw in (first, found[_INDEX]) for name in _named(raw or b"")})
    return Comparison(same, differing, missing, [name for name in extra if name not in files])


def _named(page: bytes) -> Iterator[str]:
    """The files of the room that a page names."""
    for name in _NAMED.findall(page):
        yield name.decode("utf-8", "replace")
