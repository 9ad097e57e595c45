"""Chances beside the hands of a table while its last cards come, for everybody who looks on.

A thread of its own counts them, so that no table waits. What is not ready while the cards are
being shown is not sent.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from sidepot.engine.game import Hand
from sidepot.kernel import PLAIN
from sidepot.odds.equity.endings import Moment, moments
from sidepot.odds.result import shown_percent
from sidepot.room.protocol.messages import Chances, SeatChance
from sidepot.words import Message

_log = logging.getLogger("sidepot.room")

_MOST_WAITING = 8
"""Hands that wait for the thread; those of other tables beyond them have no chances."""
_LEAST_TIE = 0.01
"""The part of all deals in which a hand ties, from which on it is told."""
_HALF = 0.005

Tell = Callable[[Moment], None]
"""Sends the chances of a moment to those who look on; called on the event loop."""


class _Late(Exception):
    """Its cards are not being shown any more."""


class ChanceFinder:
    """Finds the chances at the end of hands, one hand after the other."""

    def __init__(self, *, is_on: bool = not PLAIN) -> None:
        """`is_on`: whether it finds any; rules in plain Python would be slow, and slow the room."""
        self._is_on = is_on
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="sidepot-chances")
        self._waiting = 0

    def find(self, hand: Hand, verbs: int, seconds: float, tell: Tell) -> None:
        """Find the chances at the end of a hand, and tell each moment's once it is known.

        `verbs`: how many of them ended it; `seconds`: for how long their stages are shown.
        """
        if not self._is_on or self._waiting >= _MOST_WAITING:
            return
        self._waiting += 1
        loop, until = asyncio.get_running_loop(), time.monotonic() + seconds

        def work() -> None:
            for moment in moments(hand, verbs, lambda *_: self._check_time(until)):
                self._check_time(until)
                loop.call_soon_threadsafe(tell, moment)

        done = loop.run_in_executor(self._pool, work)
        done.add_done_callback(lambda found: self._end(hand, found))

    def _end(self, hand: Hand, done: asyncio.Future[None]) -> None:
        self._waiting -= 1
        error = None if done.cancelled() else done.exception()
        if error and not isinstance(error, _Late):  # a game's own code can raise anything
            _log.warning("chances_failed game=%s error=%s", hand.game.name, type(error).__name__)

    def _check_time(self, until: float) -> None:
        """Raise `_Late` once the cards are not being shown any more."""
        if time.monotonic() > until or not self._is_on:
            raise _Late

    def close(self) -> None:
        """Take no more hands; those that wait are dropped, and the one at work is given up."""
        self._is_on = False
        self._pool.shutdown(wait=False, cancel_futures=True)


def message(table: str, hand: int, decision: int, moment: Moment) -> Chances:
    """The chances of a moment as they are sent."""
    return Chances(
        table=table,
        hand=hand,
        decision=decision,
        stage=moment.stage,
        until=moment.until,
        seats=[
            SeatChance(
                seat=one.seat,
                share=_percent(one.share, is_exact=moment.is_exact),
                tie=_tie(one.tie, is_exact=moment.is_exact),
            )
            for one in moment.seats
        ],
        is_close=moment.is_close,
    )


def _tie(tie: float, *, is_exact: bool) -> Message | None:
    """The share of deals in which a hand ties, if that is worth telling."""
    if tie < _LEAST_TIE:
        return None
    return Message("moment.tie", {"part": _percent(tie, is_exact=is_exact)})


def _percent(part: float, *, is_exact: bool) -> str:
    """A percentage without decimals: 0% and 100% are what is certain."""
    is_certain = is_exact and part in (0.0, 1.0)
    if part < _HALF and not is_certain:
        return f"<{shown_percent(2 * _HALF)}"
    if part > 1 - _HALF and not is_certain:
        return f">{shown_percent(1 - 2 * _HALF)}"
    return shown_percent(part)
