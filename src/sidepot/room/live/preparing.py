"""The parts of games that are still being compiled.

Hands that need one are played in the plain form meanwhile (`kernel.postpone`). A process that
compiles by itself deals none before: all tables, whose clocks run, would wait for the compiler.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from sidepot.engine.game import Game
from sidepot.room.table.deal import next_game
from sidepot.room.table.rules import available_games
from sidepot.room.table.state import TableState
from sidepot.warm import CHANCES, Job
from sidepot.words import Message

_PATIENCE = 10.0
"""The longest wait, in seconds, for the tables that are about to be read."""


class Parts(NamedTuple):
    """The parts of a game that a table needs compiled: how many, and how many are lacking."""

    game: Game | None = None
    n: int = 0
    lacking: int = 0

    @property
    def message(self) -> Message:
        """A notice of how many are ready."""
        if self.game is None or not self.lacking:
            return Message("room.notice_prepared")
        done = self.n - self.lacking
        return Message("room.notice_parts", {"games": self.game.title, "done": done, "n": self.n})


class Preparing:
    """The jobs that are not done yet, and those of them that players wait for."""

    def __init__(self) -> None:
        self.plays = False
        """Whether hands are played before their game is compiled."""
        self._left: dict[Job, asyncio.Event] = {}
        self._wanted: list[Job] = []
        self._useful: dict[Job, None] = {}
        """The chances in the games of tables, for which nobody waits, in the order of need."""
        self._unread = set[str]()
        """The tables that are about to be read."""
        self._all_read = threading.Event()
        self._all_read.set()
        self.on_ready: Callable[[], None] = lambda: None
        """Called whenever a job is done."""
        self.on_wanted: Callable[[], None] = lambda: None
        """Called whenever players begin to wait for a job."""
        self._asked = set[Job]()
        self.on_asked: Callable[[Job], None] = lambda job: None
        """Called with a job that is only done where a table asks for it (`bots.SOLVER`)."""

    def begin(self, jobs: Iterable[Job], *, plays: bool = False) -> None:
        """These jobs are to be done; `plays`: hands that need them are played meanwhile."""
        self.plays = plays
        self._left = {job: asyncio.Event() for job in jobs}

    def add(self, jobs: Iterable[Job], *, plays: bool) -> None:
        """These jobs are to be done too; `plays` as for `begin`."""
        self.plays = plays
        self._left |= {job: asyncio.Event() for job in jobs if job not in self._left}

    def ask(self, job: Job) -> None:
        """A table asks for a part that is not compiled unasked."""
        if job not in self._asked:
            self._asked.add(job)
            self.on_asked(job)

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
        """Those of some jobs that are not done; a table waits for them, or plays without."""
        found = [job for job in jobs if job in self._left]
        if new := [job for job in found if job not in self._wanted]:
            self._wanted += new
            self.on_wanted()
        return found

    def parts_of(self, state: TableState) -> Parts:
        """The parts that a table needs for the hand in play, or else for the next one."""
        plan = None if self.is_over or state.is_ended else next_game(state)
        if plan is not None and state.in_play:
            plan = state.in_play.game
        if plan is None:
            return Parts()
        self._useful[Job(plan.name, CHANCES, plan.digest)] = None
        bots = sorted({chair.bot for chair in state.chairs.values() if chair.bot})
        jobs = [Job(plan.name, bot, plan.digest) for bot in ("", *bots)]
        lacking = len(self.lacking(jobs))
        found = available_games([plan]) if lacking else []
        return Parts(found[0], len(jobs), lacking) if found else Parts()

    @property
    def is_over(self) -> bool:
        """Are all jobs done?"""
        return not self._left

    def is_ready(self, game: str, digest: str = "") -> bool:
        """Can hands of a game be dealt at once? `digest` as in a `Job`."""
        return self.plays or Job(game, digest=digest) not in self._left

    def is_done(self, job: Job) -> bool:
        """Whether a job is done, or was none."""
        return job not in self._left

    def wanted(self, jobs: Collection[Job]) -> list[Job]:
        """Those of some jobs that players wait for, in the order in which they began to."""
        return [job for job in self._wanted if job in jobs]

    def await_tables(self) -> None:
        """Wait for the tables that are about to be read; call it on a thread of its own."""
        self._all_read.wait(_PATIENCE)

    def next_of(self, jobs: Sequence[Job]) -> Job:
        """The one of some jobs to be done next: one that a table waits for, or has use for."""
        games_done = (job for job in list(self._useful) if self.is_done(job._replace(bot="")))
        useful = (job for job in games_done if job in jobs)
        return next(iter(self.wanted(jobs)), next(useful, jobs[0]))

    async def wait(self, job: Job) -> None:
        """Wait until a job is done, if nothing can be shown without it."""
        if self.lacking([job]) and not self.plays:
            await self._left[job].wait()
