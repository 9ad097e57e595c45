"""The work of a call, counted: calls of functions in it, which a busy machine does not change."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def counting() -> Iterator[Callable[[], int]]:
    """Count the calls of this thread, in Python and in C; gives their number so far."""
    calls = 0

    def count(frame: FrameType, event: str, arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield lambda: calls
    finally:
        sys.setprofile(before)


def work(of: Callable[[], object]) -> int:
    """The number of functions that a call calls in its thread."""
    with counting() as calls:
        of()
        return calls()
