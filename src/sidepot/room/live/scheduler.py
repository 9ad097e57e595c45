"""The room's timekeeper: wakes tables when something is due there, and notices long sleeps."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import MutableMapping

from sidepot.room.live.services import Services
from sidepot.room.live.table import LiveTable
from sidepot.room.table.clock import HEARTBEAT, SECOND

_log = logging.getLogger("sidepot.room")

_TURNS = 1000
"""Rounds in which `settle` waits for work that makes more work."""


class Scheduler:
    """Goes round the tables that are in memory."""

    def __init__(self, services: Services, tables: MutableMapping[str, LiveTable]) -> None:
        self._services = services
        self._tables = tables
        self._tidied = 0
        self._absences = services.absences
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Keep time from now on."""
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        """Keep it no more."""
        self._services.is_closing = True
        self._services.wake.set()
        if self._task:
            await self._task

    async def _run(self) -> None:
        """A tick whenever something is due, and at every heartbeat."""
        while not self._services.is_closing:
            self._services.wake.clear()
            delay = self._delay()
            self._services.next_tick = self._services.now() + delay
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(delay / SECOND):
                    await self._services.wake.wait()
            try:
                await self.tick()
            except Exception:  # whatever it was, time must go on
                _log.exception("tick_failed")

    def _delay(self) -> int:
        """Until the next tick."""
        found = self.due() if self._services.is_writing else None
        until = HEARTBEAT if found is None else found - self._services.now()
        return min(max(until, 1), HEARTBEAT)

    def due(self) -> int | None:
        """When the next thing is due at any table in memory."""
        return min((t.due_at for t in self._tables.values() if t.due_at is not None), default=None)

    async def tick(self) -> None:
        """Let every table do what is due; give clocks time if the room was away."""
        now = self._services.look()
        if not self._services.is_writing and await self._services.store.probe():
            self._services.recover()
        if self._absences != self._services.absences:
            self._absences = self._services.absences
            for live in self._tables.values():
                live.look_ahead()
        for live in list(self._tables.values()):
            if live.due_at is not None and live.due_at <= now:
                live.advance_soon()
        if now - self._tidied >= HEARTBEAT:
            self._tidied = now
            self._put_away()

    def _put_away(self) -> None:
        """Forget tables at which nobody is and nothing is due: the database has them."""
        for id, live in list(self._tables.items()):
            if live.is_idle:
                del self._tables[id]

    async def settle(self) -> None:
        """Wait until nothing is being done and nothing is due now."""
        for _ in range(_TURNS):
            while self._services.tasks:
                await asyncio.wait(set(self._services.tasks))
            now = self._services.now()
            late = [t for t in self._tables.values() if t.due_at is not None and t.due_at <= now]
            if not late or not self._services.is_writing:
                return
            for live in late:
                live.advance_soon()
