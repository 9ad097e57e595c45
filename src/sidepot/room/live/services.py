"""What all tables of a room share: the database, the time, chance, the bots' threads."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from sidepot.errors import CannotWrite
from sidepot.room.live.bots import Thinkers
from sidepot.room.storage.store import Store
from sidepot.room.storage.writer import LostRace, Write
from sidepot.room.table.clock import ASLEEP, Clock
from sidepot.room.table.randomness import Chance
from sidepot.words import Message

log = logging.getLogger("sidepot.room")


@dataclass
class Tally:
    """What has been done since the start."""

    commands: int = 0
    refusals: int = 0
    turns_over: int = 0
    hands: int = 0
    races: int = 0


@dataclass
class House:
    """The common rooms.

    `absences` counts the times that the room was away: not running, asleep, or unable to write.
    A table that has seen fewer gives its running clock more time before it judges it.
    """

    store: Store
    clock: Clock
    chance: Chance
    thinkers: Thinkers
    notify: Callable[[Message], None] = lambda _: None
    tally: Tally = field(default_factory=Tally)
    absences: int = 1
    is_writing: bool = True
    is_closing: bool = False
    tasks: set[asyncio.Task[None]] = field(default_factory=set)
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    next_tick: int = 0
    """When the timekeeper will look next, unless it is woken."""
    _looked: int = field(init=False)

    def __post_init__(self) -> None:
        self._looked = self.now()

    def now(self) -> int:
        """The time."""
        return self.clock.now()

    def look(self) -> int:
        """The time; whoever looks first after a sleep counts it as an absence.

        The timekeeper looks at every heartbeat, and all who judge by the time do.
        """
        now = self.now()
        if now - self._looked > ASLEEP:
            self.absences += 1
        self._looked = now
        return now

    def expect(self, at: int | None) -> None:
        """Something is due at a time: wake the timekeeper if that is before he looks."""
        if at is not None and at < self.next_tick:
            self.wake.set()

    async def write(self, write: Write) -> None:
        """Store it all or nothing. Raises `LostRace`, `CannotWrite`, which stops all clocks."""
        try:
            await self.store.write(write)
        except LostRace:
            self.tally.races += 1
            raise
        except CannotWrite as error:
            self._fail(error)
            raise
        self.recover()

    def _fail(self, error: CannotWrite) -> None:
        """Nothing can be stored: no clock runs from now on, and people are told."""
        log.error("cannot_write reason=%s", error.message.values.get("reason"))
        if self.is_writing:
            self.is_writing = False
            self.notify(Message("room.notice_stopped"))

    def recover(self) -> None:
        """Something could be stored again: the clocks go on, with some more time."""
        if not self.is_writing:
            self.is_writing = True
            self.absences += 1
            log.warning("can_write_again")
            self.notify(Message("room.notice_again"))
            self.wake.set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside; `Room.settle` waits for it. Nothing is begun while closing."""
        if self.is_closing:
            work.close()
            return
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("task_failed", exc_info=error)

    async def close(self) -> None:
        """End what is being done."""
        for task in list(self.tasks):
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*self.tasks, return_exceptions=True)
        self.thinkers.close()
        await self.store.close()
