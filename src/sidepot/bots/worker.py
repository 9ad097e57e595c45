"""Runs a strategy on its own thread; a caller can stop waiting for it."""

from __future__ import annotations

import contextlib
import ctypes
import random
import sys
import threading
import traceback
import weakref
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from types import FrameType
from typing import NamedTuple

from sidepot.bots.from_file import Act, file_of
from sidepot.engine.diagnostics import diagnose, own_line
from sidepot.engine.view import TableView

_LOCKING = ("numba.", "importlib._bootstrap", "_frozen_importlib")
"""The modules that hold a lock while they compile or import."""
_AGAIN = 0.2
"""Seconds after which a thread that compiles or imports is looked at again."""


class Answer(NamedTuple):
    """The result of a strategy: what it returned, or what it raised, with the line."""

    said: object = None
    raised: str | None = None


class _Question(NamedTuple):
    """One call of the strategy, and the future for its answer."""

    view: TableView
    rng: random.Random
    answer: Future[Answer]


_Questions = SimpleQueue[_Question | None]
"""None ends the thread that reads from it."""


class BotWorker:
    """Runs a strategy on one thread at a time.

    A thread ends with its worker, or is given up when an answer is late (`give_up`).
    """

    def __init__(self, act: Act) -> None:
        self._act = act
        self._file = file_of(act)
        self._questions: _Questions | None = None
        self._thread: threading.Thread | None = None

    def ask(self, view: TableView, rng: random.Random) -> Future[Answer]:
        """Start one call; the future may never be done."""
        if self._questions is None:
            self._questions = self._begin()
        answer: Future[Answer] = Future()
        answer.set_running_or_notify_cancel()  # a running future cannot be cancelled
        self._questions.put(_Question(view, rng, answer))
        return answer

    def _begin(self) -> _Questions:
        questions: _Questions = SimpleQueue()
        self._thread = threading.Thread(
            target=_think,
            args=(self._act, self._file, questions),
            name="sidepot-strategy",
            daemon=True,
        )
        self._thread.start()
        weakref.finalize(self, questions.put, None)
        return questions

    def give_up(self) -> str:
        """Abandon the thread, and end it if it runs Python code.

        Returns the line of the strategy's file where it was, or "-".
        """
        if self._thread is None or self._questions is None:
            return "-"
        frame = _frame_of(self._thread)
        where = own_line(traceback.extract_stack(frame), self._file) if frame else ""
        self._questions.put(None)
        _end(self._thread)
        self._questions = self._thread = None
        return where or "-"


def _think(act: Act, file: Path, questions: _Questions) -> None:
    """The thread's loop: answer questions until None comes."""
    with contextlib.suppress(SystemExit):  # by `_end`, between two questions
        while (asked := questions.get()) is not None:
            asked.answer.set_result(_answer(act, file, asked))


def _answer(act: Act, file: Path, asked: _Question) -> Answer:
    try:
        return Answer(act(asked.view, asked.rng))
    except BaseException as error:  # a bot's own code can raise anything
        return Answer(raised=diagnose(error, file))


def _end(thread: threading.Thread) -> None:
    """Raise `SystemExit` in a thread: an endless loop would slow all others down.

    Only CPython can do that; a thread that blocks inside a library is not reached.
    """
    if sys.implementation.name != "cpython" or not thread.is_alive():
        return
    if _holds_a_lock_of_all(thread):
        later = threading.Timer(_AGAIN, _end, [thread])
        later.daemon = True
        later.start()
    else:
        raised = ctypes.py_object(SystemExit)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), raised)


def _holds_a_lock_of_all(thread: threading.Thread) -> bool:
    """Whether a thread compiles or imports; stopped half way, it may keep all others waiting."""
    frame = _frame_of(thread)
    while frame is not None:
        if str(frame.f_globals.get("__name__")).startswith(_LOCKING):
            return True
        frame = frame.f_back
    return False


def _frame_of(thread: threading.Thread) -> FrameType | None:
    return sys._current_frames().get(thread.ident or 0)
