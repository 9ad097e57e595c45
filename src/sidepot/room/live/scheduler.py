"""The scheduler: wakes tables when something is due there, and unloads idle ones."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import MutableMapping

from sidepot.room.live.services import Services
from sidepot.room.live.table import LiveTable
from sidepot.room.table.clock import HEARTBEAT, SECOND

_log = logging.getLogger("sidepot.room")

_MAX_ROUNDS = 1000
"""Rounds in which `settle` waits for work that results in more work."""


class Scheduler:
    """Watches the clock for all tables in memory."""

    def __init__(self, services: Services, tables: MutableMapping[str, LiveTable]) -> None:
        """`tables`: the tables in memory by id, which the scheduler shares with the room."""
        self._services = services
        self._tables = tables
        self._last_unload = services.clock.elapsed()
        self._absences = services.absences
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Tick from now on."""
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        """Tick no more; wait for the last tick."""
        self._services.is_closing = True
        self._services.wake.set()
        if self._task:
            await self._task

    async def _run(self) -> None:
        """Tick whenever something is due, and at every heartbeat."""
        while not self._services.is_closing:
            self._services.wake.clear()
            delay = self._delay()
            self._services.next_tick = self._services.now() + delay
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(delay / SECOND):
                    await self._services.wake.wait()
            try:
                await self.tick()
            except Exception:  # the other tables' clocks must run on, whatever the error
                _log.exception("tick_failed")

    def _delay(self) -> int:
        """Milliseconds until the next tick."""
        due = self.due() if self._services.can_write else None
        delay = HEARTBEAT if due is None else due - self._services.now()
        return min(max(delay, 1), HEARTBEAT)

    def due(self) -> int | None:
        """When something is next due at any table in memory, in milliseconds since 1970."""
        return min((t.due_at for t in self._tables.values() if t.due_at is not None), default=None)

    async def tick(self) -> None:
        """Let every table do what is due, after an absence with more time on its clock."""
        now = self._services.check_clock()
        await self._services.try_again()
        if self._absences != self._services.absences:
            self._absences = self._services.absences
            for live in self._tables.values():
                live.reschedule()
        for live in list(self._tables.values()):
            if live.due_at is not None and live.due_at <= now:
                live.advance_soon()
        elapsed = self._services.clock.elapsed()
        if elapsed - self._last_unload >= HEARTBEAT:
            self._last_unload = elapsed
            self._unload_idle()

    def _unload_idle(self) -> None:
        """Drop from memory the tables at which nobody is and nothing is due."""
        for id, live in list(self._tables.items()):
            if live.is_idle:
                del self._tables[id]

    async def settle(self) -> None:
        """Wait until no task is running and nothing is due now."""
        for _ in range(_MAX_ROUNDS):
            while self._services.tasks:
                await asyncio.wait(set(self._services.tasks))
            now = self._services.now()
            late = [t for t in self._tables.values() if t.due_at is not None and t.due_at <= now]
            if not late or not self._services.can_write:
                return
            for live in late:
                live.advance_soon()
