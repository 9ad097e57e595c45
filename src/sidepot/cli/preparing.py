"""Compiles a running room's games in child processes, those in demand first.

What is cached this process loads, which takes a moment. The others fill the cache with the rest. It
compiles nothing itself where there is a cache, and plays in the plain form until a game is loaded.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import TYPE_CHECKING

from sidepot import bots, games
from sidepot.engine.game import Game
from sidepot.engine.game_files import stored_version
from sidepot.warm import CHANCES, Job, is_shared, play_meanwhile

if TYPE_CHECKING:
    from sidepot.room.service import Room

if sys.platform == "win32":
    from multiprocessing.connection import PipeConnection as Connection
else:
    from multiprocessing.connection import Connection

_log = logging.getLogger("sidepot.room.web")

_HELPERS = 8
"""The most processes that compile."""
_HELPER_BYTES, _ROOM_BYTES = 400_000_000, 600_000_000
"""The memory that such a process needs, and the room beside it."""
_CONTAINER_LIMIT = Path("/sys/fs/cgroup/memory.max")
"""The file with the limit of a container's memory; "max" where there is none."""
_YIELD = 10
"""The lower priority of the processes that compile (`os.nice`): the room's own goes first."""


class Preparation:
    """All registered games, being compiled in the background for a room that is open."""

    def __init__(
        self,
        room: Room,
        files: Sequence[Path],
        strategies: Sequence[Path],
        *,
        helpers: int | None = None,
        over: Callable[[], None] = lambda: None,
        todo: Sequence[Game] | None = None,
    ) -> None:
        """`files`, `strategies`: what this process has loaded besides, for the others to load.

        `helpers`: the most of them, by default `most_helpers`. `over` is called at the end.
        `todo`: the games that were not compiled before; None: none was. What comes to the folder of
        games later was not either.
        """
        self._room, self._loaded = room, (files, strategies)
        self._most, self._over = helpers or most_helpers(), over
        self._left = jobs(todo)
        self.is_needed = bool(self._left)
        """Is anything to be compiled when it starts?"""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._lock = threading.Lock()
        self._turn = threading.Lock()
        """Held while this process loads a game."""
        self._helpers = list[Helper]()
        room.preparing.begin(self._left, plays=is_shared())

    def start(self) -> None:
        """Begin, on threads of their own; call it where the room's loop runs."""
        self._loop = asyncio.get_running_loop()
        self._room.preparing.on_wanted = self._make_room
        self._room.preparing.on_asked = lambda job: self._add([job])
        if self.is_needed:
            play_meanwhile(is_shared())
            self._help_with(min(self._most, len(self._left)) if is_shared() else 1)

    def add(self, new: Sequence[Game]) -> None:
        """Compile games too that have come to the list; any thread may call it."""
        if self._loop is not None and new:
            with contextlib.suppress(RuntimeError):  # the room has closed
                self._loop.call_soon_threadsafe(self._add, jobs(new))

    def _add(self, new: Sequence[Job]) -> None:
        self._room.preparing.add(new, plays=is_shared())
        play_meanwhile(is_shared())
        with self._lock:
            self._left += new
            is_idle = not any(helper.is_busy for helper in self._helpers)
        if is_idle:
            self._help_with(1)

    def _help_with(self, n: int) -> None:
        self._helpers = [Helper(*self._loaded) for _ in range(n)]
        for helper in self._helpers:
            threading.Thread(target=self._run, args=(self._loop, helper), daemon=True).start()

    def _run(self, loop: asyncio.AbstractEventLoop, helper: Helper) -> None:
        """Do one job after the other, until none is left."""
        self._room.preparing.await_tables()
        while (job := self._next(helper)) is not None:
            began = time.monotonic()
            _log.info("preparing game=%s bot=%s", job.game, job.bot)
            try:
                if not self._prepare(job, helper):
                    self._put_back(job)
                    continue
            except Exception as error:  # a game's own code can raise anything
                values = (job.game, job.bot, type(error).__name__)
                _log.error("not_prepared game=%s bot=%s error=%s", *values)
            else:
                took = round(1000 * (time.monotonic() - began))
                _log.info("prepared game=%s bot=%s ms=%s", job.game, job.bot, took)
            with contextlib.suppress(RuntimeError):  # the room has closed
                loop.call_soon_threadsafe(self._end, job)
        helper.close()

    def _prepare(self, job: Job, helper: Helper) -> bool:
        """Do a job, in the helper's process first if it is not cached; False if interrupted."""
        if is_shared():
            with self._turn:
                if job.load():
                    return True
        if not helper.do(job):
            return False
        with self._turn:
            job.do()
        return True

    def _end(self, job: Job) -> None:
        self._room.preparing.end(job)
        if self._room.preparing.is_over:
            play_meanwhile(False)
            over, self._over = self._over, lambda: None
            over()

    def _next(self, helper: Helper) -> Job | None:
        with self._lock:
            helper.job = None
            if not self._left:
                helper.is_busy = False
                return None
            helper.job = self._room.preparing.next_of(self._left)
            self._left.remove(helper.job)
            return helper.job

    def _put_back(self, job: Job) -> None:
        """A job was interrupted: it is the next one for which nobody waits."""
        with self._lock:
            self._left.insert(0, job)

    def _make_room(self) -> None:
        """Interrupt jobs that nobody waits for, one for each that somebody waits for."""
        with self._lock:
            waiting = len(self._room.preparing.wanted(self._left))
            busy = [helper for helper in self._helpers if helper.job]
            doing = self._room.preparing.wanted([helper.job for helper in busy if helper.job])
            for helper in [one for one in busy if one.job not in doing][:waiting]:
                helper.interrupt()


class Helper:
    """A process that compiles; a new one takes its place when it was interrupted."""

    def __init__(self, files: Sequence[Path], strategies: Sequence[Path]) -> None:
        self.job: Job | None = None
        """The work that it is doing."""
        self.is_busy = True
        """Will it ask for another job?"""
        self._loaded = files, strategies
        self._line: Connection | None = None
        self._process: SpawnProcess | None = None
        self._lock = threading.Lock()
        self._is_interrupted = self._has_failed = False

    def do(self, job: Job) -> bool:
        """Have a job done; False if it was interrupted.

        Without a process, because nothing is cached or none starts, the room's own compiles.
        """
        line = self._open()
        try:
            if line is not None:
                line.send(job)
                line.recv()
        except (OSError, EOFError):
            self.close()
        with self._lock:
            was_interrupted, self._is_interrupted = self._is_interrupted, False
        return not was_interrupted

    def interrupt(self) -> None:
        """End the process in the middle of its job; does nothing without one."""
        with self._lock:
            if self._process and not self._is_interrupted:
                self._is_interrupted = True
                self._process.terminate()

    def close(self) -> None:
        """End the process."""
        with self._lock:
            line, process = self._line, self._process
            self._line = self._process = None
        if line and process:
            line.close()
            process.terminate()
            process.join()

    def _open(self) -> Connection | None:
        """The line to the process, which is started if need be."""
        if self._line is not None or self._has_failed or not is_shared():
            return self._line
        ours, its = multiprocessing.Pipe()
        context = multiprocessing.get_context("spawn")
        process = context.Process(target=_help, args=(its, *self._loaded), daemon=True)
        try:
            process.start()
        except OSError as error:
            _log.error("no_helper error=%s", type(error).__name__)
            self._has_failed = True
            ours.close()
        else:
            with self._lock:
                self._line, self._process = ours, process
        its.close()
        return self._line


def most_helpers() -> int:
    """One for each core, and not more than fit into the memory of the machine or its container."""
    memory = [*_container_memory(), *_machine_memory()]
    fitting = (min(memory, default=sys.maxsize) - _ROOM_BYTES) // _HELPER_BYTES
    return max(1, min(os.cpu_count() or 1, _HELPERS, fitting))


def _container_memory() -> Iterator[int]:
    with contextlib.suppress(OSError, ValueError):
        yield int(_CONTAINER_LIMIT.read_text("ascii"))


def _machine_memory() -> list[int]:
    if sys.platform == "win32":
        return []
    try:
        return [os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")]
    except (OSError, ValueError):
        return []


def jobs(of: Sequence[Game] | None = None) -> list[Job]:
    """All jobs, hands first: people can play as soon as they are compiled, and a bot soon after.

    Chances come last: no hand waits for them. `of`: the games; None: all on the list.
    """
    todo = list(games.registry().values()) if of is None else of
    strengths = [bots.strengths_of(game) for game in todo]
    all_bots = dict.fromkeys(strength for each in strengths for strength in each)
    ranked = sorted(all_bots, key=lambda strength: strength in ("expert", bots.TRAINED))
    pairs = list(zip(todo, strengths, strict=True))
    having = [(game, bot) for bot in ranked for game, own in pairs if bot in own]
    chances = [Job.of(game, CHANCES) for game in todo if not game.banked]
    return [*map(Job.of, todo), *(Job.of(game, bot) for game, bot in having), *chances]


def _help(line: Connection, files: Sequence[Path], strategies: Sequence[Path]) -> None:
    """Do jobs on request, until the requests end: the main function of a process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_YIELD)
    for path in files:
        games.add_file(path)
    games.find_versions(stored_version)
    if strategies:
        from sidepot.bots.trained.offers import offer_files

        offer_files(strategies)
    with contextlib.suppress(OSError, EOFError):
        while True:
            job = line.recv()
            with contextlib.suppress(Exception):  # the room finds out itself
                job.do()
            line.send(job)
