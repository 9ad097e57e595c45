"""Services shared by all tables: store, clock, randomness, bot workers."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from sidepot.errors import CannotWrite, DatabaseDamaged
from sidepot.room.live.bots import BotWorkers
from sidepot.room.live.chances import ChanceFinder
from sidepot.room.live.counters import Counters
from sidepot.room.live.library import Library
from sidepot.room.live.preparing import Preparing
from sidepot.room.live.ration import Ration
from sidepot.room.storage.store import Store
from sidepot.room.storage.tenure import Alone
from sidepot.room.storage.writer import LostRace
from sidepot.room.table.clock import SECOND, Clock, RoomTime
from sidepot.room.table.randomness import Randomness
from sidepot.words import Message

_log = logging.getLogger("sidepot.room")

PROBE_EVERY = 1.0
"""Seconds between two probes of the database at least."""
_PROBE_TIME = 5.0
"""The longest wait for a probe, in seconds."""
_CALM = 60.0
"""Seconds that a room must have been able to write for a new failure to count as the first."""
_MAX_PATIENCE = 60.0
"""Seconds that a room waits at most after a failure before it tries again."""


@dataclass
class Services:
    """Services shared by all tables of one room.

    `absences` counts the times that the room was away: not running, asleep, unable to write, or
    woken by a wall clock that has jumped. A table that has handled fewer gives its running clock
    more time before it judges it. `moved`: by how many milliseconds the room's time was set forward
    in all, after such jumps; a table moves its own times by what it has not followed. `can_write`:
    nothing failed since a probe went well; otherwise no clock runs. `notify` sends a notice to all
    subscribers of all tables. `tenure`: which tables are this process's. `preparing`: the games
    that cannot be dealt yet. `library`: the versions of games from a folder. `refusals`: how many
    each guest may still have stored. `tasks` are those of `spawn`, and `wake` makes the scheduler
    tick at once.
    """

    store: Store
    clock: Clock
    randomness: Randomness
    bot_workers: BotWorkers
    tenure: Alone = field(default_factory=Alone)
    library: Library = field(init=False)
    preparing: Preparing = field(default_factory=Preparing)
    chances: ChanceFinder = field(default_factory=ChanceFinder)
    notify: Callable[[Message], None] = lambda _: None
    counters: Counters = field(default_factory=Counters)
    refusals: Ration = field(default_factory=Ration)
    absences: int = 1
    can_write: bool = True
    is_closing: bool = False
    tasks: set[asyncio.Task[None]] = field(default_factory=set)
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    next_tick: int = 0
    """When the scheduler will tick next unless it is woken, in milliseconds since 1970."""
    _time: RoomTime = field(init=False)
    _written: float = field(init=False)
    """When something was last written, by the monotonic clock."""
    _recovered: float = -_CALM
    _patience: float = 0.0
    _retry_at: float = 0.0
    _is_damaged: bool = False
    _probe: asyncio.Task[None] | None = None
    _background: list[asyncio.Task[None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._time = RoomTime(self.clock)
        self.library = Library(self.store)
        self._written = time.monotonic()
        self.store.on_write = self._on_write

    def now(self) -> int:
        """The time, in milliseconds since 1970."""
        return self._time.now()

    @property
    def moved(self) -> int:
        """By how many milliseconds the room's time was set forward so far; less than 0 is back."""
        return self._time.moved

    def check_clock(self) -> int:
        """The time, in milliseconds since 1970; the first call after a sleep counts an absence.

        So does the first after a jump of the wall clock, which the room's time then follows. The
        scheduler calls it at every heartbeat, and everything that judges by the time does too.
        """
        before, now = self.moved, self._time.check()
        self.absences += self._time.was_away
        if moved := self.moved - before:
            _log.warning("clock_jumped seconds=%d", moved // SECOND)
            self.next_tick += moved
        return now

    def wake_by(self, at: int | None) -> None:
        """Wake the scheduler if something is due (ms since 1970) before its next tick."""
        if at is not None and at < self.next_tick:
            self.wake.set()

    def _on_write(self, error: LostRace | CannotWrite | None) -> None:
        """Count a lost race; stop all clocks if nothing could be stored.

        They do not go on with the first success: on a full disk a line of chat finds a place where
        the next hand does not. `try_again` decides that, at every tick.
        """
        if isinstance(error, LostRace):
            self.counters.races += 1
        elif error is not None:
            self._fail(error)
        else:
            self._written = time.monotonic()

    def report(self, error: CannotWrite) -> None:
        """Stop all clocks, as after a commit that failed: a table cannot be had."""
        if not self.is_closing:
            self._fail(error)

    def _fail(self, error: CannotWrite) -> None:
        """Stop all clocks, and notify everybody: nothing can be stored.

        Each time that this comes soon after it was over, it takes longer until it may be over.
        """
        if isinstance(error, DatabaseDamaged):
            self._is_damaged = True
        if not self.can_write:
            return
        _log.error("cannot_write reason=%s", error.message.values.get("reason"))
        now = time.monotonic()
        is_first = now - self._recovered > _CALM
        self._patience = 0.0 if is_first else min(2 * self._patience + PROBE_EVERY, _MAX_PATIENCE)
        self._retry_at = now + self._patience
        self.can_write = False
        self.notify(Message("room.notice_stopped"))

    async def try_again(self) -> None:
        """While nothing can be stored, find out whether that is over; then the clocks go on.

        There must be room for some hands; a database that was damaged must be whole again.
        """
        if self.can_write or time.monotonic() < self._retry_at:
            return
        if self._is_damaged and await self.store.damage() is not None:
            return
        try:
            await self.store.probe_space(self.now())
        except (CannotWrite, LostRace):
            return
        if not self.can_write:
            self._written = self._recovered = time.monotonic()
            self.can_write, self._is_damaged = True, False
            self.absences += 1
            _log.warning("can_write_again")
            self.notify(Message("room.notice_again"))
            self.wake.set()

    async def written(self) -> float | None:
        """Seconds since something was last written to the disk, None while nothing can be.

        If that is more than a second ago, something is written now; everybody who asks meanwhile
        waits for the same probe, and nobody for long.
        """
        if self.can_write and time.monotonic() - self._written >= PROBE_EVERY:
            if self._probe is None or self._probe.done():
                self._probe = asyncio.get_running_loop().create_task(self._write_probe())
            await asyncio.wait([self._probe], timeout=_PROBE_TIME)
        return time.monotonic() - self._written if self.can_write else None

    async def _write_probe(self) -> None:
        try:
            await self.store.probe(self.now())
        except CannotWrite as error:
            if not self.is_closing:
                self._fail(error)
        except LostRace:
            self.counters.races += 1
        else:
            self._written = time.monotonic()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something in its own task, for which `Room.settle` waits; not while closing."""
        if self.is_closing:
            work.close()
            return
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._on_done)

    def background(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something until the room closes; nobody waits for it."""
        self._background.append(asyncio.get_running_loop().create_task(work))

    def _on_done(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            _log.error("task_failed", exc_info=error)

    async def close(self) -> None:
        """Cancel all tasks, and close the bot workers and the store."""
        tasks = [*self.tasks, *self._background]
        for task in tasks:
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks, return_exceptions=True)
        self.bot_workers.close()
        self.chances.close()
        await self.store.close()
