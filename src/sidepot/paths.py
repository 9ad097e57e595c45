"""Where Sidepot keeps things: data (histories, databases) and cache (compiled code)."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import platformdirs

_APP = "sidepot"


def data() -> Path:
    """The folder for what must not be lost; the environment's `SIDEPOT_DATA` overrides it."""
    return Path(os.environ.get("SIDEPOT_DATA") or platformdirs.user_data_dir(_APP, appauthor=False))


def cache() -> Path:
    """The folder for what can be made again; the environment's `SIDEPOT_CACHE` overrides it."""
    return Path(
        os.environ.get("SIDEPOT_CACHE") or platformdirs.user_cache_dir(_APP, appauthor=False)
    )


@contextmanager
def atomic_write(path: Path) -> Iterator[Path]:
    """A draft to write, which becomes the file when all went well, and is gone where it did not."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        yield draft
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
