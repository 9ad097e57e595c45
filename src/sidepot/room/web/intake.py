"""The intake of a connection: input is read in small pieces, and charged to its allowance.

Whatever a connection sends is counted against its own `Allowance`: every frame, also those that
nobody reads, every piece of a request, every byte. In debt it is not read until the debt is paid
off, so that the other side has to wait and nothing piles up here; and one that goes on for
`ENDURANCE` is ended. Nor is it read while what is written to it is stuck.
"""

from __future__ import annotations

import asyncio
from asyncio import TimerHandle

from sidepot.room.web.limits import Allowance

PIECE = 1024
"""Bytes that are parsed before they are paid for: at most 170 frames."""
ENDURANCE = 30.0
"""Seconds that a connection may exceed its allowance without a break."""
PATIENCE = 20.0
"""Seconds that a full connection may take nothing; a slow one takes something all the time."""


class Intake:
    """Base of the protocols: reads a connection in pieces."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    allowance: Allowance
    _release: TimerHandle | None = None
    """Set while the connection is in debt."""
    _stuck: TimerHandle | None = None
    """Set while what is written is too much."""

    def __init__(self) -> None:
        self._backlog = bytearray()
        self._is_over = False

    def _parse(self, data: bytes) -> int:
        """Parse a piece, and act on it; the number of events in it."""
        raise NotImplementedError

    def _end(self) -> None:
        """End the connection, which has exceeded its allowance for too long."""
        raise NotImplementedError

    @property
    def _is_busy(self) -> bool:
        """Must what was read already be dealt with first?"""
        raise NotImplementedError

    def data_received(self, data: bytes) -> None:
        """Take input: at once, or when its turn comes."""
        if self._is_held or self._backlog or len(data) > PIECE:
            self._backlog += data
            self._read_on()
        else:
            self._take(data)

    @property
    def _is_held(self) -> bool:
        """May nothing be read at the moment?"""
        return bool(self._release or self._stuck or self._is_busy)

    def _take(self, data: bytes) -> None:
        seconds = self.allowance.spend(self._parse(data), len(data))
        if not seconds or self._is_over or self.transport.is_closing():
            return
        if self.allowance.exceeded_for > ENDURANCE:
            self._backlog.clear()
            self._end()
            return
        self._release = self.loop.call_later(seconds, self._on_debt_paid)
        self.transport.pause_reading()

    def _read_on(self) -> None:
        """Take what waits, as far as may be, and read more only when all is taken."""
        while self._backlog and not self._is_held and not self._is_over:
            if self.transport.is_closing():
                self._backlog.clear()
                return
            piece = bytes(self._backlog[:PIECE])
            del self._backlog[:PIECE]
            self._take(piece)
        if self._is_over or self.transport.is_closing():
            return
        if self._is_held or self._backlog:
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()

    def resume_if_allowed(self) -> None:
        """Read again, waiting input first, as far as the allowance goes."""
        if self._is_over or self.transport.is_closing():
            return
        if self._is_held or self._backlog:
            self.transport.pause_reading()
            self.loop.call_soon(self._read_on)
        else:
            self.transport.resume_reading()

    def _on_debt_paid(self) -> None:
        self._release = None
        self._read_on()

    def _on_write_blocked(self) -> None:
        """The buffer of what is written is full: nothing is read that could be answered."""
        if not self._stuck:
            self._wait_for_less()
        if not self.transport.is_closing():
            self.transport.pause_reading()

    def _wait_for_less(self) -> None:
        """Abort the connection if nothing is taken, and look again later if something is."""
        waiting = self.transport.get_write_buffer_size()

        def look() -> None:
            if self.transport.get_write_buffer_size() < waiting:
                self._wait_for_less()
            else:
                self.transport.abort()

        self._stuck = self.loop.call_later(PATIENCE, look)

    def _on_write_drained(self) -> None:
        """Resume reading: the peer accepts data again."""
        if self._stuck:
            self._stuck.cancel()
            self._stuck = None
            self.loop.call_soon(self._read_on)

    def _stop(self) -> None:
        """Stop: cancel all timers, and drop waiting input."""
        self._is_over = True
        for timer in (self._release, self._stuck):
            if timer:
                timer.cancel()
        self._release = self._stuck = None
        self._backlog.clear()
