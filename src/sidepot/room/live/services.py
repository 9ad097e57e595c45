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
from sidepot.room.table.clock import ASLEEP, Clock
from sidepot.room.table.randomness import Randomness
from sidepot.words import Message

_log = logging.getLogger("sidepot.room")


@dataclass
class Services:
    """What the tables of one room have in common.

    `absences` counts the times that the room was away: not running, asleep, or unable to write.
    A table that has seen fewer gives its running clock more time before it judges it.
    """

    store: Store
    clock: Clock
    randomness: Randomness
    bot_workers: BotWorkers
    notify: Callable[[Message], None] = lambda _: None
    counters: Counters = field(default_factory=Counters)
    absences: int = 1
    is_writing: bool = True
    is_closing: bool = False
    tasks: set[asyncio.Task[None]] = field(default_factory=set)
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    next_tick: int = 0
    """When the scheduler will look next, unless it is woken."""
    _looked: int = field(init=False)

    def __post_init__(self) -> None:
        self._looked = self.now()
        self.store.on_write = self._written

    def now(self) -> int:
        """The time, in milliseconds since 1970."""
        return self.clock.now()

    def look(self) -> int:
        """The time; whoever looks first after a sleep counts it as an absence.

        The scheduler looks at every heartbeat, and all who judge by the time do.
        """
        now = self.now()
        if now - self._looked > ASLEEP:
            self.absences += 1
        self._looked = now
        return now

    def expect(self, at: int | None) -> None:
        """Something is due at a time: wake the scheduler if that is before it looks."""
        if at is not None and at < self.next_tick:
            self.wake.set()

    def _written(self, error: LostRace | CannotWrite | None) -> None:
        """A write has ended: one that cannot be stored stops all clocks."""
        if isinstance(error, LostRace):
            self.counters.races += 1
        elif error is not None:
            self._fail(error)
        else:
            self.recover()

    def _fail(self, error: CannotWrite) -> None:
        """Nothing can be stored: no clock runs from now on, and people are told."""
        _log.error("cannot_write reason=%s", error.message.values.get("reason"))
        if self.is_writing:
            self.is_writing = False
            self.notify(Message("room.notice_stopped"))

    def recover(self) -> None:
        """Something could be stored again: the clocks go on, with some more time."""
        if not self.is_writing:
            self.is_writing = True
            self.absences += 1
            _log.warning("can_write_again")
            self.notify(Message("room.notice_again"))
            self.wake.set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something in a task of its own; `Room.settle` waits for it. None while closing."""
        if self.is_closing:
            work.close()
            return
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            _log.error("task_failed", exc_info=error)

    async def close(self) -> None:
        """End what is being done."""
        for task in list(self.tasks):
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*self.tasks, return_exceptions=True)
        self.bot_workers.close()
        await self.store.close()
