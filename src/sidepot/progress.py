"""Long work says what it is doing, to whoever listens. Nobody does until a face asks."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_listeners: list[Callable[[str], None]] = []


@contextmanager
def listening(listener: Callable[[str], None]) -> Iterator[None]:
    """While this lasts, `listener` is called with the name of each function that is compiled."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def compiling(name: str) -> None:
    """Called by the cache when a function has no machine code yet."""
    for listener in _listeners:
        listener(name)
