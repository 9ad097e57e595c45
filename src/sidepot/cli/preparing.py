"""Compiles a running room's games in child processes, those in demand first.

The processes fill the cache that all share; then this one loads from it, which takes a moment. It
compiles nothing itself where there is a cache: whoever needs the compiler meanwhile would wait.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING

from sidepot import games
from sidepot.warm import is_shared, warm

if TYPE_CHECKING:
    from sidepot.room.service import Room

_log = logging.getLogger("sidepot.room.web")

_HELPERS = 4
"""The most processes that compile: the rest of a large machine is for those who play."""


class Preparation:
    """All registered games, being compiled in the background for a room that is open."""

    def __init__(self, room: Room, files: Sequence[Path], strategies: Sequence[Path]) -> None:
        """`files`, `strategies`: what this process has loaded besides, for the others to load."""
        self._room, self._loaded = room, (files, strategies)
        self._left = list(games.registry())
        self._lock = threading.Lock()
        self._turn = threading.Lock()
        """Held while this process loads a game."""
        room.prepare(self._left)

    def start(self) -> None:
        """Begin, on threads of their own; call it where the room's loop runs."""
        loop = asyncio.get_running_loop()
        helpers = min(max((os.cpu_count() or 1) - 1, 1), _HELPERS, len(self._left))
        for _ in range(helpers if is_shared() else 1):
            threading.Thread(target=self._run, args=(loop,), daemon=True).start()

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        """Prepare one game after the other, until none is left."""
        with _helper(*self._loaded) as line:
            _await_reply(line)
            while (name := self._next()) is not None:
                began = time.monotonic()
                _log.info("preparing game=%s", name)
                try:
                    _ask(line, name)
                    with self._turn:
                        warm(games.registry()[name])
                except Exception as error:  # a game's own code can raise anything
                    _log.error("not_prepared game=%s error=%s", name, type(error).__name__)
                else:
                    _log.info(
                        "prepared game=%s ms=%s", name, round(1000 * (time.monotonic() - began))
                    )
                with contextlib.suppress(RuntimeError):  # the room has closed
                    loop.call_soon_threadsafe(self._room.prepared, name)

    def _next(self) -> str | None:
        with self._lock:
            if not self._left:
                return None
            name = self._room.next_to_prepare(self._left)
            self._left.remove(name)
            return name


@contextlib.contextmanager
def _helper(files: Sequence[Path], strategies: Sequence[Path]) -> Iterator[Connection | None]:
    """The line to a process that compiles games; None where nothing is cached, or none starts."""
    ours, its = multiprocessing.Pipe()
    context = multiprocessing.get_context("spawn")
    process = context.Process(target=_help, args=(its, files, strategies), daemon=True)
    try:
        if is_shared():
            process.start()
    except OSError as error:  # the room's own process compiles, as where nothing is cached
        _log.error("no_helper error=%s", type(error).__name__)
    its.close()
    try:
        yield ours if process.pid else None
    finally:
        ours.close()
        if process.pid:
            process.terminate()
            process.join()


def _ask(line: Connection | None, name: str) -> None:
    """Have a game compiled by the other process; does nothing if that is gone."""
    with contextlib.suppress(OSError):
        if line is not None:
            line.send(name)
    _await_reply(line)


def _await_reply(line: Connection | None) -> None:
    """Wait until the other process is ready for a game, or is gone."""
    with contextlib.suppress(OSError, EOFError):
        if line is not None:
            line.recv()


def _help(line: Connection, files: Sequence[Path], strategies: Sequence[Path]) -> None:
    """Compile games on request, until the requests end: the main function of a process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for path in files:
        games.add_file(path)
    if strategies:
        from sidepot.bots.trained.offers import offer_files

        offer_files(strategies)
    with contextlib.suppress(OSError, EOFError):
        line.send(None)
        while name := line.recv():
            with contextlib.suppress(Exception):  # the room finds out itself
                warm(games.registry()[name])
            line.send(name)
