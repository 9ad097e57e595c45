"""Where Sidepot keeps things: data (histories, databases) and cache (compiled code)."""

import os
from pathlib import Path

import platformdirs

APP = "sidepot"


def data() -> Path:
    """The folder for what must not be lost; the environment's `SIDEPOT_DATA` overrides it."""
    return Path(os.environ.get("SIDEPOT_DATA") or platformdirs.user_data_dir(APP, appauthor=False))


def cache() -> Path:
    """The folder for what can be made again; the environment's `SIDEPOT_CACHE` overrides it."""
    return Path(
        os.environ.get("SIDEPOT_CACHE") or platformdirs.user_cache_dir(APP, appauthor=False)
    )
