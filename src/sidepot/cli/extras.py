"""Optional libraries, installed by an extra of the package."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sidepot.errors import MissingExtra


@contextmanager
def require_extra(extra: str) -> Iterator[None]:
    """Wrap imports that need an extra. Raises `MissingExtra`, which says how to install it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "sidepot":
            raise
        raise MissingExtra("error.extra", extra=extra, module=error.name) from error
