"""Postponed compilation: whether this process, or this thread, compiles what it calls."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


class _Process:
    """The form by which a process runs rules that are not compiled; None: it compiles them."""

    form: Callable[[Any], Callable[..., Any]] | None = None


class _Thread(threading.local):
    """Whether a thread compiles although the process postpones that, or only loads."""

    compiles = False
    only_loads = False
    has_missed = False
    """Has it called a rule that is not cached, while it only loads?"""


class _NotCached(Exception):
    """A rule is not in the cache, and its thread only loads."""


process = _Process()
_thread = _Thread()


@contextmanager
def compiling() -> Iterator[None]:
    """Inside the `with` block this thread compiles, or loads from the cache, what it calls."""
    before, _thread.compiles = _thread.compiles, True
    try:
        yield
    finally:
        _thread.compiles = before


def load(work: Callable[[], object]) -> bool:
    """Do some work with compiled rules, as far as they are cached; False if one is not.

    Nothing is compiled: the work ends at the first rule that the cache lacks.
    """
    _thread.only_loads, _thread.has_missed = True, False
    try:
        with compiling():
            work()
    except _NotCached:
        pass
    finally:
        _thread.only_loads = False
    return not _thread.has_missed


def check_may_compile() -> None:
    """Raise `_NotCached` in a thread that only loads (`load`)."""
    if _thread.only_loads:
        _thread.has_missed = True
        raise _NotCached


def is_postponed() -> bool:
    """Whether this thread runs rules in the plain form until they are compiled."""
    return process.form is not None and not _thread.compiles


def make_postponable(dispatcher: Any) -> None:
    """Let a function that numba compiles at its first call run in the plain form meanwhile."""
    compile_now = dispatcher._compile_for_args

    def callable_for(*arguments: Any, **named: Any) -> Any:
        """See `numba.core.dispatcher.Dispatcher`; the result is called with the arguments."""
        if process.form is None or _thread.compiles:
            return compile_now(*arguments, **named)
        return process.form(dispatcher)

    dispatcher._compile_for_args = callable_for
