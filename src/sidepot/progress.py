"""Notices of compilation, for front ends that listen."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_listeners: list[Callable[[str], None]] = []


@contextmanager
def listening(listener: Callable[[str], None]) -> Iterator[None]:
    """Inside the `with` block, call `listener` with the name of each function that is compiled."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def compiling(name: str) -> None:
    """Notify the listeners; the cache calls this when a function has no machine code yet."""
    for listener in _listeners:
        listener(name)
