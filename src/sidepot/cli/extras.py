"""Libraries that come with an extra of the package."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sidepot.errors import MissingExtra


@contextmanager
def wanted(extra: str) -> Iterator[None]:
    """Around imports. Raises `MissingExtra`, which says how to get what is not there."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "sidepot":
            raise
        raise MissingExtra("error.extra", extra=extra, module=error.name) from error
