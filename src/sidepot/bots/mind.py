"""The thread on which a strategy thinks: nobody waits for it longer than he wants to."""

from __future__ import annotations

import contextlib
import ctypes
import random
import sys
import threading
import traceback
from concurrent.futures import Future
from queue import SimpleQueue
from typing import NamedTuple

from sidepot.bots.strategy import Act, file_of
from sidepot.games.files import blame, own_line
from sidepot.games.view import TableView


class Answer(NamedTuple):
    """What a strategy said, or what it raised, with its line."""

    said: object = None
    raised: str | None = None


Asked = tuple[TableView, random.Random, "Future[Answer]"]


class Mind:
    """A strategy, asked on one thread after the other: each lasts until it is late."""

    def __init__(self, act: Act) -> None:
        self._act = act
        self._file = file_of(act)
        self._questions: SimpleQueue[Asked | None] | None = None
        self._thread: threading.Thread | None = None

    def ask(self, view: TableView, rng: random.Random) -> Future[Answer]:
        """Let it think; the answer comes when it is found, or never."""
        if self._questions is None:
            self._questions = SimpleQueue()
            self._thread = threading.Thread(
                target=self._think, args=(self._questions,), name="sidepot-strategy", daemon=True
            )
            self._thread.start()
        found: Future[Answer] = Future()
        found.set_running_or_notify_cancel()  # who does not wait for it longer cannot call it off
        self._questions.put((view, rng, found))
        return found

    def give_up(self) -> str:
        """Leave the thread to itself, and end it if its code is Python's; where it was."""
        number = self._thread.ident if self._thread else None
        if number is None:
            return "-"
        frame = sys._current_frames().get(number)
        where = own_line(traceback.extract_stack(frame), self._file) if frame else ""
        self.close()
        _end(number)
        return where or "-"

    def close(self) -> None:
        """End the thread as soon as it has nothing to think of."""
        if self._questions is not None:
            self._questions.put(None)
        self._questions = self._thread = None

    def _think(self, questions: SimpleQueue[Asked | None]) -> None:
        with contextlib.suppress(SystemExit):  # by `_end`, between two questions
            while (asked := questions.get()) is not None:
                view, rng, found = asked
                found.set_result(self._answer(view, rng))

    def _answer(self, view: TableView, rng: random.Random) -> Answer:
        try:
            return Answer(self._act(view, rng))
        except BaseException as error:  # a bot's own code can raise anything
            return Answer(raised=blame(error, self._file))


def _end(number: int) -> None:
    """Raise `SystemExit` in a thread: a loop without end would slow all others down.

    Only CPython can; what waits in a library is not reached and stays behind.
    """
    if sys.implementation.name == "cpython":
        raised = ctypes.py_object(SystemExit)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(number), raised)
