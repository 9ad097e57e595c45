"""The archiver: writes the histories of ended hands in the background.

The end of a hand stores only that its history is pending. Until the archiver has written it, a
history is made from the log whenever somebody asks for it. It is written soon, because a later
version of a game may not be able to replay the log any more.
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
from sidepot.room.table.ended_hand import PendingHistory, real_text, replayed
from sidepot.room.table.state import Removal
from sidepot.room.views import hand_history

_log = logging.getLogger("sidepot.room")

T = TypeVar("T")
Args = TypeVarTuple("Args")
QUIET = 20 * SECOND
"""Milliseconds after its end that a hand waits, because cards may still be shown.

If cards are shown later, the history is written again.
"""
_CPU_SHARE = 0.05
"""The part of one processor's time that the archiver takes at most."""
IDLE_PAUSE = 2.0
"""Seconds until it checks again after there was nothing to do, or nothing could be done."""
_CLOSING_TIME = 5.0
"""Seconds that it has on closing for the histories that are still pending."""
_RETRY_PAUSE = 0.5
"""Seconds until it tries again after a failure."""
_AGAIN = 60.0
"""Seconds until those that failed, or were not there yet, are tried again among processes."""
FAILED_COST = 0.01
"""Seconds of the processor that a hand counts for if it could not be replayed."""
RAIL_VIEWER = ""
"""The viewer under whom the rail's history is stored."""


class Archiver:
    """Writes histories, and answers requests for them, on one thread, a hand at a time."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sidepot-archive")
        self._last_id = 0
        """The id of the last pending history that was tried; failed ones stay pending before it."""
        self._again_at = time.monotonic() + _AGAIN
        self._closing = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Write pending histories from now on."""
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Write as many pending histories as there is time for, and end the thread."""
        self._closing.set()
        if self._task:
            await self._task
        self._thread.shutdown()

    async def history(self, table: str, guest: str, hand: int, until: Removal | None = None) -> str:
        """The history of a hand as a guest knows it; `until`: they were removed then.

        Raises `Refused` if no such hand has ended, or if it was not written in time and present
        rules cannot replay it.
        """
        texts, lost = await self._texts(table, guest, hand, until)
        if hand in texts:
            return texts[hand]
        if lost:
            raise Refused("room.refused_retold", hand=hand)
        raise Refused("room.refused_history", hand=hand)

    async def histories(
        self, table: str, guest: str, until: Removal | None = None
    ) -> dict[int, str]:
        """The histories of a table's hands as a guest knows them, by number of the hand.

        Hands for which `history` would raise are left out.
        """
        texts, _ = await self._texts(table, guest, None, until)
        return texts

    async def _texts(
        self, table: str, guest: str, hand: int | None, until: Removal | None
    ) -> tuple[dict[int, str], set[int]]:
        """Histories by number of the hand, and the hands that present rules cannot replay.

        Of the last hand before a removal, cards may have been shown after it: its history is made
        from the log up to there.
        """
        store, lost = self._services.store, set[int]()
        texts, pending = await store.histories(table, (guest, RAIL_VIEWER), hand)
        if until:
            texts = {number: text for number, text in texts.items() if number <= until.hands}
            pending = {number: end for number, end in pending.items() if number <= until.hands}
            if until.open_seat is not None and until.hands in {*texts, *pending}:
                texts.pop(until.hands, None)
                guests = (None,) * until.open_seat + (guest,) if until.open_seat >= 0 else ()
                end = PendingHistory(0, table, until.hands, until.version, 0, guests)
                pending[until.hands] = end
        for number, ended in pending.items():
            try:
                texts[number] = await self._in_thread(_text, store, ended, guest)
            except CannotWrite:
                raise
            except Exception:  # a game's own code, which may have changed, can raise anything
                lost.add(number)
        return texts, lost

    async def archive_next(self, quiet: int = QUIET) -> float | None:
        """Write the histories of the next pending hand, if it ended `quiet` milliseconds ago.

        Returns the seconds of the processor that it took, or None if there is no such hand. Raises
        `CannotWrite`.
        """
        store = self._services.store
        self._start_over()
        others = [peer.number for peer in self._services.tenure.peers()]
        ended = await store.next_pending_history(self._last_id, others)
        if ended is None or 0 <= self._services.now() - ended.at < quiet:  # clocks may go backward
            return None
        spent = FAILED_COST
        try:
            texts, spent = await self._in_thread(_texts, store, ended)
        except CannotWrite:
            raise
        except Exception as error:  # as above: it stays pending until the next start
            values = (ended.table, ended.hand, type(error).__name__)
            _log.warning("history_lost table=%s hand=%d error=%s", *values)
        else:
            await store.put_histories(ended, texts)
        self._last_id = ended.id
        return spent

    def _start_over(self) -> None:
        """Recheck all pending histories periodically, where there are other processes.

        Their commits become visible in another order than that of the ids, and their tables may be
        ours by now.
        """
        if self._services.tenure.is_shared and time.monotonic() >= self._again_at:
            self._again_at = time.monotonic() + _AGAIN
            self._last_id = 0

    async def _run(self) -> None:
        """Archive a hand, pause, and go on; on closing, archive what is left without pauses."""
        while not self._closing.is_set():
            spent = await self._try_next(QUIET)
            pause = IDLE_PAUSE if spent is None else spent / _CPU_SHARE
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._closing.wait()
        end = time.monotonic() + _CLOSING_TIME
        while time.monotonic() < end and await self._try_next(0) is not None:
            pass

    async def _try_next(self, quiet: int) -> float | None:
        """`archive_next` if the room can write; after any failure the hand is tried again."""
        try:
            return await self.archive_next(quiet) if self._services.can_write else None
        except Exception as error:  # no caller waits for it, and the archiver must keep running
            _log.warning("archive_failed error=%s", type(error).__name__)
            await asyncio.sleep(_RETRY_PAUSE)
            return 0.0

    async def _in_thread(self, work: Callable[[Unpack[Args]], T], *args: *Args) -> T:
        """Call a function on the archiver's thread; one hand at a time, so that none waits long."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *args)


def _text(store: Store, ended: PendingHistory, guest: str) -> str:
    """The history of a hand as a guest knows it."""
    log = store.hand_log(ended)
    if real := real_text(log):
        return real
    done = replayed(log)
    return hand_history.text(done.hand, done.shown, ended.seat_of(guest), done.deal)


def _texts(store: Store, ended: PendingHistory) -> tuple[dict[str, str], float]:
    """The histories of a hand by viewer, and the seconds of the processor that they took."""
    began = time.thread_time()
    log = store.hand_log(ended)
    viewers = (RAIL_VIEWER, *filter(None, ended.guests))
    if real := real_text(log):
        return dict.fromkeys(viewers, real), time.thread_time() - began
    done = replayed(log)
    by_seat = hand_history.texts(done.hand, done.shown, done.deal)
    texts = {viewer: by_seat[ended.seat_of(viewer)] for viewer in viewers}
    return texts, time.thread_time() - began
