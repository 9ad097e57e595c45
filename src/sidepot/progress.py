"""Long work says what it is doing, to whoever listens. Nobody does until a face asks."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_listener: Callable[[str], None] | None = None


@contextmanager
def listening(listener: Callable[[str], None]) -> Iterator[None]:
    """While this lasts, `listener` is called with the name of each function that is compiled."""
    global _listener
    before, _listener = _listener, listener
    try:
        yield
    finally:
        _listener = before


def compiling(name: str) -> None:
    """Called by the cache when a function has no machine code yet."""
    if _listener is not None:
        _listener(name)
