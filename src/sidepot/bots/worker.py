"""The thread on which a strategy thinks: nobody waits for it longer than he wants to."""

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
from typing import NamedTuple

from sidepot.bots.strategy import Act, file_of
from sidepot.engine.game_files import blame, own_line
from sidepot.engine.view import TableView


class Answer(NamedTuple):
    """What a strategy said, or what it raised, with its line."""

    said: object = None
    raised: str | None = None


class _Question(NamedTuple):
    """What it is asked, and where the answer goes."""

    view: TableView
    rng: random.Random
    answer: Future[Answer]


_Questions = SimpleQueue[_Question | None]
"""None ends the thread that reads it."""


class BotWorker:
    """A strategy, asked on one thread after the other: each lasts until it is late, or as this."""

    def __init__(self, act: Act) -> None:
        self._act = act
        self._file = file_of(act)
        self._questions: _Questions | None = None
        self._thread: threading.Thread | None = None

    def ask(self, view: TableView, rng: random.Random) -> Future[Answer]:
        """Let it think; the answer comes when it is found, or never."""
        if self._questions is None:
            self._questions = self._begin()
        answer: Future[Answer] = Future()
        answer.set_running_or_notify_cancel()  # who does not wait for it longer cannot call it off
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
        """Leave the thread to itself, and end it if its code is Python's; where it was."""
        number = self._thread.ident if self._thread else None
        if number is None or self._questions is None:
            return "-"
        frame = sys._current_frames().get(number)
        where = own_line(traceback.extract_stack(frame), self._file) if frame else ""
        self._questions.put(None)
        self._questions = self._thread = None
        _end(number)
        return where or "-"


def _think(act: Act, file: Path, questions: _Questions) -> None:
    """What the thread does."""
    with contextlib.suppress(SystemExit):  # by `_end`, between two questions
        while (asked := questions.get()) is not None:
            asked.answer.set_result(_answer(act, file, asked))


def _answer(act: Act, file: Path, asked: _Question) -> Answer:
    try:
        return Answer(act(asked.view, asked.rng))
    except BaseException as error:  # a bot's own code can raise anything
        return Answer(raised=blame(error, file))


def _end(number: int) -> None:
    """Raise `SystemExit` in a thread: a loop without end would slow all others down.

    Only CPython can; what waits in a library is not reached and stays behind.
    """
    if sys.implementation.name == "cpython":
        raised = ctypes.py_object(SystemExit)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(number), raised)
