"""The parts of games that are still being compiled; no hand that needs one is dealt before.

Whoever deals one would wait for the compiler, and with them all other tables, whose clocks run.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Collection, Iterable, Sequence

from sidepot.warm import Job

_PATIENCE = 10.0
"""The longest wait, in seconds, for the tables that are about to be read."""


class Preparing:
    """The jobs that are not done yet, and those of them that players wait for."""

    def __init__(self) -> None:
        self._left: dict[Job, asyncio.Event] = {}
        self._wanted: list[Job] = []
        self._unread = set[str]()
        """The tables that are about to be read."""
        self._all_read = threading.Event()
        self._all_read.set()
        self.on_ready: Callable[[], None] = lambda: None
        """Called whenever a job is done."""
        self.on_wanted: Callable[[], None] = lambda: None
        """Called whenever players begin to wait for a job."""

    def begin(self, jobs: Iterable[Job]) -> None:
        """These jobs are to be done before anybody needs what they make."""
        self._left = {job: asyncio.Event() for job in jobs}

    def expect(self, tables: Collection[str]) -> None:
        """These tables are about to be read, and may wait for a game."""
        self._unread = {*tables}
        if self._unread:
            self._all_read.clear()

    def note_read(self, table: str) -> None:
        """A table was read, or cannot be."""
        self._unread.discard(table)
        if not self._unread:
            self._all_read.set()

    def end(self, job: Job) -> None:
        """A job is done, or cannot be done: its tables go on."""
        if done := self._left.pop(job, None):
            done.set()
            self.on_ready()

    def lacking(self, jobs: Iterable[Job]) -> list[Job]:
        """Those of some jobs that are not done; a table waits for them."""
        found = [job for job in jobs if job in self._left]
        if new := [job for job in found if job not in self._wanted]:
            self._wanted += new
            self.on_wanted()
        return found

    @property
    def is_over(self) -> bool:
        """Are all jobs done?"""
        return not self._left

    def is_ready(self, game: str) -> bool:
        """Can hands of a game be dealt at once?"""
        return Job(game) not in self._left

    def wanted(self, jobs: Collection[Job]) -> list[Job]:
        """Those of some jobs that players wait for, in the order in which they began to."""
        return [job for job in self._wanted if job in jobs]

    def await_tables(self) -> None:
        """Wait for the tables that are about to be read; call it on a thread of its own."""
        self._all_read.wait(_PATIENCE)

    def next_of(self, jobs: Sequence[Job]) -> Job:
        """The one of some jobs to be done next: one that a table waits for, or the first."""
        return next(iter(self.wanted(jobs)), jobs[0])

    async def wait(self, job: Job) -> None:
        """Wait until a job is done."""
        if self.lacking([job]):
            await self._left[job].wait()
