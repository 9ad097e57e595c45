"""The folders for data (histories, databases) and cache (compiled code), and atomic writes."""

import os
import platform
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

_APP = "sidepot"


def data() -> Path:
    """The folder for data that must not be lost; `SIDEPOT_DATA` in the environment overrides it."""
    return Path(os.environ.get("SIDEPOT_DATA") or _of_user().user_data_dir(_APP, appauthor=False))


def cache() -> Path:
    """The folder for what can be made again; `SIDEPOT_CACHE` in the environment overrides it."""
    return Path(os.environ.get("SIDEPOT_CACHE") or _of_user().user_cache_dir(_APP, appauthor=False))


def _of_user() -> ModuleType:
    """The library that knows each system's folders; a parser of arguments does without it."""
    import platformdirs

    return platformdirs


def without_links(path: Path) -> Path:
    """The absolute path of a file, without symbolic links.

    A circle of links is left in it, which `Path.resolve` refuses with a `RuntimeError` in Python
    3.11 and 3.12: whoever opens the path is told by the system.
    """
    return Path(os.path.realpath(path))


def is_device(path: Path) -> bool:
    """Whether a path leads to a device or a pipe: to what is neither a file nor a folder."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


@contextmanager
def atomic_write(path: Path) -> Iterator[Path]:
    """A temporary path to write to: it replaces `path` at the end, and is removed on an error.

    A device or a pipe (`/dev/null`, `/dev/stdout`) is written itself, since nothing may replace it,
    and of a link the file to which it leads.
    """
    if is_device(path):
        yield path
        return
    path = without_links(path)
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
