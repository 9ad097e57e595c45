"""The folders for data (histories, databases) and cache (compiled code), and atomic writes."""

import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import platformdirs

_APP = "sidepot"


def data() -> Path:
    """The folder for data that must not be lost; `SIDEPOT_DATA` in the environment overrides it."""
    return Path(os.environ.get("SIDEPOT_DATA") or platformdirs.user_data_dir(_APP, appauthor=False))


def cache() -> Path:
    """The folder for what can be made again; `SIDEPOT_CACHE` in the environment overrides it."""
    return Path(
        os.environ.get("SIDEPOT_CACHE") or platformdirs.user_cache_dir(_APP, appauthor=False)
    )


@contextmanager
def atomic_write(path: Path) -> Iterator[Path]:
    """A temporary path to write to: it replaces `path` at the end, and is removed on an error.

    A device or a pipe (`/dev/null`, `/dev/stdout`) is written itself, since nothing may replace it,
    and of a link the file to which it leads.
    """
    if path.exists() and not path.is_file():
        yield path
        return
    path = path.resolve()
    draft = path.with_name(f".{path.name}.{platform.node()}.{os.getpid()}")  # folders are shared
    try:
        yield draft
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def write_whole(path: Path, raw: bytes) -> None:
    """Write a file, and its folder where there is none, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_write(path) as draft:
        draft.write_bytes(raw)
