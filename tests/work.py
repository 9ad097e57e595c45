"""The work of a call, counted: calls of functions in it, which a busy machine does not change."""

import sys
from collections.abc import Callable
from types import FrameType


def work(of: Callable[[], object]) -> int:
    """How many functions a call calls in its thread, in Python and in C."""
    calls = 0

    def count(frame: FrameType, event: str, arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        of()
    finally:
        sys.setprofile(before)
    return calls
