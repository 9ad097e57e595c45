"""Files that one action and one history cross, and the calls from file to file on the way.

Run as `python -m benchmarks.crossings`, in plain Python: compiled code has no frames to count.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from docs.session import session

import sidepot
from sidepot import games
from sidepot.history import History
from sidepot.room.web import socket

_PACKAGE = str(Path(sidepot.__file__).parent)
_COMMAND = 4
"""The legal action of the session, by the number of its command among all (`docs.session`)."""
HISTORY = """\
variant = 'FT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
small_bet = 2
big_bet = 4
starting_stacks = [100, 100]
actions = ['d dh p1 AhAc', 'd dh p2 KhKc', 'p2 cc', 'p1 cbr 4', 'p2 f']
players = ['Ana', 'Bo']
"""


class Crossings(NamedTuple):
    """Files of the package that were entered, and calls from one of them into another."""

    files: int
    calls: int


class _Counter:
    """A profile function that counts while it is switched on."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.calls = 0
        self.commands = 0
        self._begun: set[FrameType] = set()
        self._handled: set[FrameType] = set()

    def everything(self, frame: FrameType, event: str, _: object) -> None:
        """Count a call, whatever is being done."""
        file = frame.f_code.co_filename
        if event != "call" or frame in self._begun or not file.startswith(_PACKAGE):
            return
        self._begun.add(frame)  # a coroutine is called again after each wait
        self.files.add(file)
        caller = frame.f_back
        while caller and not caller.f_code.co_filename.startswith(_PACKAGE):
            caller = caller.f_back
        self.calls += caller is not None and caller.f_code.co_filename != file

    def one_action(self, frame: FrameType, event: str, argument: object) -> None:
        """Count from the session's legal action to the command after it."""
        if event == "call" and frame.f_code is _HANDLE and frame not in self._handled:
            self.commands += 1
            self._handled.add(frame)
        if self.commands == _COMMAND:
            self.everything(frame, event, argument)


_HANDLE = socket._Connection._handle.__code__


def of_action() -> Crossings:
    """One legal action at a table of two: from its text to the view of both, stored between."""
    for game in games.registry().values():
        game.deal()  # rooms compile this before play
    counter = _Counter()
    with _profiled(counter.one_action):
        session()
    return Crossings(len(counter.files), counter.calls)


def of_history() -> Crossings:
    """A history of eight lines, from its text to the replayed hand."""
    History.parse(HISTORY).replay()
    counter = _Counter()
    with _profiled(counter.everything):
        History.parse(HISTORY).replay()
    return Crossings(len(counter.files), counter.calls)


@contextmanager
def _profiled(function: Callable[[FrameType, str, object], None]) -> Iterator[None]:
    threading.setprofile(function)
    sys.setprofile(function)
    try:
        yield
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


if __name__ == "__main__":
    for name, found in (("an action", of_action()), ("a history", of_history())):
        print(f"{name}: {found.files} files, {found.calls} calls between files")
