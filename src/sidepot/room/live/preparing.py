"""The games of a room that are still being compiled; no hand of them is dealt before they are.

Whoever deals one would wait for the compiler, and with them all other tables, whose clocks run.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Collection, Sequence

_PATIENCE = 10.0
"""The longest wait, in seconds, for the tables that are about to be read."""


class Preparing:
    """The games that are not ready yet, and those of them that players wait for."""

    def __init__(self) -> None:
        self._names: dict[str, asyncio.Event] = {}
        self._wanted: list[str] = []
        self._unread = set[str]()
        """The tables that are about to be read."""
        self._all_read = threading.Event()
        self._all_read.set()
        self.on_ready: Callable[[], None] = lambda: None
        """Called whenever a game has become ready."""

    def begin(self, names: Sequence[str]) -> None:
        """These games are to be compiled before anybody plays them."""
        self._names = {name: asyncio.Event() for name in names}

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

    def end(self, name: str) -> None:
        """A game is ready, or cannot be made ready: its tables go on."""
        if done := self._names.pop(name, None):
            done.set()
            self.on_ready()

    def lacking(self, names: Collection[str]) -> list[str]:
        """Those of some games that are not ready; a table waits for them."""
        found = [name for name in names if name in self._names]
        self._wanted += [name for name in found if name not in self._wanted]
        return found

    @property
    def is_over(self) -> bool:
        """Are all games ready?"""
        return not self._names

    def is_ready(self, name: str) -> bool:
        """Can it be played at once?"""
        return name not in self._names

    def next_of(self, names: Sequence[str]) -> str:
        """The one of some games to be compiled next: one that a table waits for, or the first.

        It waits for the tables that are about to be read; call it on a thread of its own.
        """
        self._all_read.wait(_PATIENCE)
        return next((name for name in self._wanted if name in names), names[0])

    async def wait(self, name: str) -> None:
        """Wait until a game is ready."""
        if self.lacking([name]):
            await self._names[name].wait()
