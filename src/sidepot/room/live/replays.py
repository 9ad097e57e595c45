"""Replays histories that visitors upload, step by step, on a dedicated thread."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

from msgspec import Raw

from sidepot.engine.view import TableView
from sidepot.errors import BadHistory, RateLimited, UserError
from sidepot.history import History, Replay
from sidepot.room.views.replay_view import end_view, replay_json
from sidepot.words import language

T = TypeVar("T")
_log = logging.getLogger("sidepot.room")

_MOST_ACTIONS = 1000
"""The most lines of a history that is replayed here; no hand of the house comes near."""
_MOST_WAITING = 8
"""Replays that wait for the thread at most."""
_KEPT = 24
"""Replays that are remembered: those of a hand that several people look at."""
_KEPT_BYTES = 16 * 1024 * 1024
"""Their bytes together; a hand takes some 50,000."""


class Replays:
    """Replays one hand at a time, of registered games only.

    So it compiles nothing that a table would not, and a stranger's hand can wait, but nobody's
    turn waits for it.
    """

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="sidepot-replay")
        self._waiting = 0
        self._done: OrderedDict[tuple[str, int | None, bool, str], Raw] = OrderedDict()

    @property
    def kept_bytes(self) -> int:
        """Bytes of the replays that are remembered."""
        return sum(len(memoryview(found)) for found in self._done.values())

    async def replay(self, text: str, seat: int | None, *, is_own: bool = False) -> Raw:
        """The hand in a `.phh`, as a seat or the rail (None) knows it: an encoded `ReplayView`.

        `is_own`: the reader played on that seat.
        Raises `BadHistory` and what else is wrong with the history, and `RateLimited` if too many
        wait.
        """
        key = text, seat, is_own, language()
        if key in self._done:
            self._done.move_to_end(key)
            return self._done[key]
        if self._waiting >= _MOST_WAITING:
            raise RateLimited("room.replays_busy", seconds=self._waiting)
        self._waiting += 1
        try:
            found = await asyncio.get_running_loop().run_in_executor(
                self._pool, copy_context().run, _replayed, text, seat, is_own
            )
        finally:
            self._waiting -= 1
        self._done[key] = found
        while len(self._done) > _KEPT or self.kept_bytes > _KEPT_BYTES:
            self._done.popitem(last=False)
        return found

    async def end(self, text: str) -> TableView:
        """The table at the end of the hand in a `.phh`, as the rail knows it. Raises as `replay`.

        It takes no time for odds.
        """
        if self._waiting >= _MOST_WAITING:
            raise RateLimited("room.replays_busy", seconds=self._waiting)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._pool, copy_context().run, _end, text
            )
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Take no more of them; what waits for the thread is cancelled."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _replayed(text: str, seat: int | None, is_own: bool) -> Raw:
    return _with(text, lambda done: replay_json(done, seat, is_own=is_own))


def _end(text: str) -> TableView:
    return _with(text, end_view)


def _with(text: str, encode: Callable[[Replay], T]) -> T:
    """The encoding of a history's replay."""
    history = History.parse(text)
    if len(history.actions) > _MOST_ACTIONS:
        raise BadHistory("error.history_long", n=len(history.actions), most=_MOST_ACTIONS)
    try:
        return encode(history.replay())
    except UserError:
        raise
    except Exception as error:  # a game's own code can raise anything
        _log.warning("replay_failed game=%s error=%s", history.variant, type(error).__name__)
        raise BadHistory("room.refused_rules") from error
