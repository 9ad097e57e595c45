"""Services shared by all tables: store, clock, randomness, bot workers."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from sidepot.errors import CannotWrite
from sidepot.room.live.bots import BotWorkers
from sidepot.room.live.counters import Counters
from sidepot.room.storage.store import Store
from sidepot.room.storage.writer import LostRace
from sidepot.room.table.clock import SECOND, Clock, RoomTime
from sidepot.room.table.randomness import Randomness
from sidepot.words import Message

_log = logging.getLogger("sidepot.room")


@dataclass
class Services:
    """Services shared by all tables of one room.

    `absences` counts the times that the room was away: not running, asleep, unable to write, or
    woken by a wall clock that has jumped. A table that has handled fewer gives its running clock
    more time before it judges it. `moved`: by how many milliseconds the room's time was set forward
    in all, after such jumps; a table moves its own times by what it has not followed. `can_write`:
    the last write did not fail; otherwise no clock runs. `notify` sends a notice to all subscribers
    of all tables. `tasks` are those of `spawn`, and `wake` makes the scheduler tick at once.
    """

    store: Store
    clock: Clock
    randomness: Randomness
    bot_workers: BotWorkers
    notify: Callable[[Message], None] = lambda _: None
    counters: Counters = field(default_factory=Counters)
    absences: int = 1
    can_write: bool = True
    is_closing: bool = False
    tasks: set[asyncio.Task[None]] = field(default_factory=set)
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    next_tick: int = 0
    """When the scheduler will tick next unless it is woken, in milliseconds since 1970."""
    _time: RoomTime = field(init=False)

    def __post_init__(self) -> None:
        self._time = RoomTime(self.clock)
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
        moved, now = self.moved, self._time.check()
        self.absences += self._time.was_away
        if self.moved != moved:
            _log.warning("clock_jumped seconds=%d", (self.moved - moved) // SECOND)
            self.next_tick += self.moved - moved
        return now

    def wake_by(self, at: int | None) -> None:
        """Wake the scheduler if something is due (ms since 1970) before its next tick."""
        if at is not None and at < self.next_tick:
            self.wake.set()

    def _on_write(self, error: LostRace | CannotWrite | None) -> None:
        """Count a lost race; stop all clocks if nothing could be stored, else let them run."""
        if isinstance(error, LostRace):
            self.counters.races += 1
        elif error is not None:
            self._fail(error)
        else:
            self.recover()

    def _fail(self, error: CannotWrite) -> None:
        """Stop all clocks, and notify everybody: nothing can be stored."""
        _log.error("cannot_write reason=%s", error.message.values.get("reason"))
        if self.can_write:
            self.can_write = False
            self.notify(Message("room.notice_stopped"))

    def recover(self) -> None:
        """Let the clocks go on, with some more time: something could be stored again."""
        if not self.can_write:
            self.can_write = True
            self.absences += 1
            _log.warning("can_write_again")
            self.notify(Message("room.notice_again"))
            self.wake.set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something in a task of its own, for which `Room.settle` waits; not while closing."""
        if self.is_closing:
            work.close()
            return
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._on_done)

    def _on_done(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            _log.error("task_failed", exc_info=error)

    async def close(self) -> None:
        """Cancel all tasks, and close the bot workers and the store."""
        for task in list(self.tasks):
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*self.tasks, return_exceptions=True)
        self.bot_workers.close()
        await self.store.close()
