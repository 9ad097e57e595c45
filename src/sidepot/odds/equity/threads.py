"""Work in chunks on threads, with the results in order, whatever thread is first."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Generic, TypeVar

from sidepot.kernel import PLAIN

Job = TypeVar("Job")
Outcome = TypeVar("Outcome")
Space = TypeVar("Space")

_WORKERS = 1 if PLAIN else min(os.cpu_count() or 1, 8)
"""Threads at work: compiled loops run side by side, plain ones do not."""


class Spaces(Generic[Space]):
    """The memory of threads: each has a space of its own while it works."""

    def __init__(self, make: Callable[[], Space]) -> None:
        self._free: SimpleQueue[Space] = SimpleQueue()
        for _ in range(_WORKERS):
            self._free.put(make())

    @contextmanager
    def one(self) -> Iterator[Space]:
        """A space that no other thread uses inside the `with` block."""
        space = self._free.get()
        try:
            yield space
        finally:
            self._free.put(space)


def in_order(work: Callable[[Job], Outcome], jobs: Iterator[Job]) -> Generator[Outcome, None, None]:
    """The results of jobs in their order; some jobs ahead of the one asked for are at work.

    The first runs alone, because it compiles. Closing the iterator leaves the rest undone.
    """
    for first in jobs:
        yield work(first)
        break
    pool = ThreadPoolExecutor(_WORKERS)
    waiting: deque[Future[Outcome]] = deque()
    try:
        for job in jobs:
            waiting.append(pool.submit(work, job))
            if len(waiting) > _WORKERS:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)
