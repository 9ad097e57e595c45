"""The watchdog of the event loop: every step of every task is timed, and a long one is logged.

While a step runs, nobody else is answered. So what takes long belongs in a thread, or is made once.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Generator
from contextvars import ContextVar
from typing import Any, TypeVar

T = TypeVar("T")
_log = logging.getLogger("sidepot.room.web")

_LONG = 0.05
"""Seconds of a step that are too many."""
doing: ContextVar[str] = ContextVar("doing", default="")
"""The task's present work, for the log: a route, or a message of a socket."""


def watch(
    loop: asyncio.AbstractEventLoop,
    *,
    most: float = _LONG,
    clock: Callable[[], float] = time.perf_counter,
    report: Callable[[str, float], None] | None = None,
) -> None:
    """Time the tasks that a loop starts from now on.

    `report` is called with what a task was doing and with how long it took, by `clock`, where that
    is more than `most`; by default it is logged.
    """
    told = report or _log_held

    def factory(loop: asyncio.AbstractEventLoop, coroutine: Any, **options: Any) -> Any:
        return asyncio.Task(_Timed(coroutine, most, clock, told), loop=loop, **options)

    loop.set_task_factory(factory)


def _log_held(who: str, seconds: float) -> None:
    _log.info("loop_held who=%s ms=%s", who, round(seconds * 1000))


class _Timed(Coroutine[Any, Any, T]):
    """A coroutine whose steps are timed."""

    def __init__(
        self,
        coroutine: Coroutine[Any, Any, T],
        most: float,
        clock: Callable[[], float],
        report: Callable[[str, float], None],
    ) -> None:
        self.__qualname__: str = getattr(coroutine, "__qualname__", "")  # a task's `repr` shows it
        self._coroutine = coroutine
        self._most, self._clock, self._report = most, clock, report

    def send(self, value: Any) -> Any:
        """Run to the next `await` that waits."""
        began = self._clock()
        try:
            return self._coroutine.send(value)
        finally:
            self._check(self._clock() - began)

    def throw(self, error: Any, *_: object) -> Any:
        """Run on with an error."""
        began = self._clock()
        try:
            return self._coroutine.throw(error)
        finally:
            self._check(self._clock() - began)

    def close(self) -> None:
        """End it."""
        self._coroutine.close()

    def __await__(self) -> Generator[Any, Any, T]:
        return self._coroutine.__await__()

    def _check(self, spent: float) -> None:
        if spent > self._most:
            self._report(doing.get() or self.__qualname__, spent)
