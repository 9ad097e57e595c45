"""The archive: histories of hands that are over, written beside the play and put away.

The end of a hand stores only that its history lacks; until the archive comes to it, it is made from
the log whenever somebody asks. It does come soon, because another version of a game may not be able
to follow the log any more.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar, TypeVarTuple, Unpack

from sidepot.errors import CannotWrite, Refused
from sidepot.room.live.services import Services
from sidepot.room.storage.store import Store
from sidepot.room.table.clock import SECOND
from sidepot.room.table.ended_hand import PendingHistory, replayed
from sidepot.room.views import hand_history

_log = logging.getLogger("sidepot.room")

T = TypeVar("T")
Given = TypeVarTuple("Given")
REST = 20 * SECOND
"""After so long nobody shows cards any more, as a rule; if somebody does, it is written again."""
_SHARE = 0.05
"""Of the processor, that the archive takes at most."""
IDLE = 2.0
"""Seconds until it looks again when there was nothing to do, or nothing could be done."""
_LAST = 5.0
"""Seconds that it has at the end for what is left."""
_AGAIN = 0.5
"""Seconds until it tries again what has failed."""
LEAST = 0.01
"""Seconds that a hand counts for that could not be told."""
THE_RAIL = ""
"""Whose history is that of the rail."""


class Archiver:
    """Writes histories on a thread of its own, one hand at a time, whoever wants them."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sidepot-archive")
        self._behind = 0
        """The hand up to which it has come; what it could not tell lies before it."""
        self._ending = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Put histories away from now on."""
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Put away what is left, as far as there is time for it, and end."""
        self._ending.set()
        if self._task:
            await self._task
        self._thread.shutdown()

    async def history(self, table: str, guest: str, hand: int) -> str:
        """A hand as a guest knows it. Raises `Refused` where there is none, or none any more."""
        texts, lost = await self._texts(table, guest, hand)
        if hand in texts:
            return texts[hand]
        if lost:
            raise Refused("room.refused_retold", hand=hand)
        raise Refused("room.refused_history", hand=hand)

    async def night(self, table: str, guest: str) -> dict[int, str]:
        """All hands of a table as a guest knows them, but for those that nobody can tell."""
        texts, _ = await self._texts(table, guest)
        return texts

    async def _texts(
        self, table: str, guest: str, hand: int | None = None
    ) -> tuple[dict[int, str], set[int]]:
        """Texts by their hands, and the hands that present rules tell in another way."""
        books, lost = self._services.store, set[int]()
        texts, pending = await books.histories(table, (guest, THE_RAIL), hand)
        for number, one in pending.items():
            try:
                texts[number] = await self._do(_text, books, one, guest)
            except CannotWrite:
                raise
            except Exception:  # a game's own code, which may have changed, can raise anything
                lost.add(number)
        return texts, lost

    async def turn(self, rest: int = REST) -> float | None:
        """Put one hand away that ended so many milliseconds ago.

        Gives the seconds of the processor that it took, and None if there is no such hand. Raises
        `CannotWrite`.
        """
        books = self._services.store
        hand = await books.next_pending_history(self._behind)
        if hand is None or 0 <= self._services.now() - hand.at < rest:  # clocks may go backward
            return None
        spent = LEAST
        try:
            texts, spent = await self._do(_texts, books, hand)
        except CannotWrite:
            raise
        except Exception as error:  # as above: it stays where it is until the next start
            values = (hand.table, hand.hand, type(error).__name__)
            _log.warning("history_lost table=%s hand=%d error=%s", *values)
        else:
            await books.put_histories(hand, texts)
        self._behind = hand.id
        return spent

    async def _run(self) -> None:
        """A hand, a pause, and the next; in the end all that there are."""
        while not self._ending.is_set():
            spent = await self._tried(REST)
            pause = IDLE if spent is None else spent / _SHARE
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._ending.wait()
        end = time.monotonic() + _LAST
        while time.monotonic() < end and await self._tried(0) is not None:
            pass

    async def _tried(self, rest: int) -> float | None:
        """A turn, if the room can write; whatever goes wrong in it, it is tried again."""
        try:
            return await self.turn(rest) if self._services.is_writing else None
        except Exception as error:  # nobody waits for the archive
            _log.warning("archive_failed error=%s", type(error).__name__)
            await asyncio.sleep(_AGAIN)
            return 0.0

    async def _do(self, work: Callable[[Unpack[Given]], T], *given: *Given) -> T:
        """Work on the archive's thread: a hand at a time, so that nobody waits long for it."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *given)


def _text(books: Store, one: PendingHistory, guest: str) -> str:
    """A hand as a guest knows it."""
    hand, shown = replayed(*books.hand_events(one))
    return hand_history.text(hand, shown, one.seat_of(guest))


def _texts(books: Store, one: PendingHistory) -> tuple[dict[str, str], float]:
    """The histories of a hand by their viewers, and the seconds of the processor they took."""
    began = time.thread_time()
    hand, shown = replayed(*books.hand_events(one))
    seats = hand_history.texts(hand, shown)
    viewers = (THE_RAIL, *filter(None, one.guests))
    return {viewer: seats[one.seat_of(viewer)] for viewer in viewers}, time.thread_time() - began
