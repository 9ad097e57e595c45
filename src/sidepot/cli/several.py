"""`sidepot serve --workers N`: several processes of one room behind one port of this host."""

from __future__ import annotations

import argparse
import contextlib
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

from sidepot.errors import BadAddress

_SOON = 5.0
"""Seconds after which a process that ends has not failed at its start; if all do, the room ends."""
_PAUSE = 1.0
"""Seconds until a process that has died is started again."""
_POLL = 0.1
_END = 20.0
"""Seconds that a process has to end."""


class _Worker:
    """A process of the room, which takes connections from the port that all share."""

    def __init__(self, bound: socket.socket, flags: list[str]) -> None:
        self._ready, told = os.pipe()
        own = ["--listening", str(bound.fileno()), "--told", str(told)]
        command = [sys.executable, "-m", "sidepot", "serve", *own, *flags]
        self.began = time.monotonic()
        self.process = subprocess.Popen(command, pass_fds=(bound.fileno(), told))
        os.close(told)

    def wait(self, is_over: Callable[[], bool]) -> bool:
        """Wait until it listens; False if it has ended before."""
        while not is_over():
            if select.select([self._ready], [], [], _POLL)[0]:
                return bool(os.read(self._ready, 1))
        return False

    def end(self) -> None:
        """Let it end; after some time, make it."""
        self.process.terminate()
        try:
            self.process.wait(_END)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self._ready)


class Several:
    """The processes of a room on this host: started, started again, and ended together.

    SIGHUP puts a new process in the place of each, one after the other, so that the room goes on
    with a newer version. Raises `BadAddress` where sockets cannot be shared.
    """

    def __init__(self, bound: socket.socket, chosen: argparse.Namespace) -> None:
        if sys.platform == "win32":
            raise BadAddress("serve.no_workers")
        bound.set_inheritable(True)
        bound.listen()
        self._bound = bound
        self._chosen = chosen
        self._workers: list[_Worker] = []
        self._is_over = False
        self._is_due = False

    def run(self, listening: Callable[[], None]) -> int:
        """Run until SIGTERM or Ctrl-C; `listening` is called when all are there; the status."""
        with self._heard():
            for n in range(self._chosen.workers):
                if not self._start(n):
                    return self._end()
            if not self._is_over:
                listening()
            while not self._is_over:
                time.sleep(_POLL)
                if not self._look():
                    break
            return self._end()

    @contextlib.contextmanager
    def _heard(self) -> Iterator[None]:
        def end(*_: object) -> None:
            self._is_over = True

        def again(*_: object) -> None:
            self._is_due = True

        before = [
            (one, signal.signal(one, handler))
            for one, handler in ((signal.SIGTERM, end), (signal.SIGINT, end), (_again(), again))
        ]
        try:
            yield
        finally:
            for one, handler in before:
                signal.signal(one, handler)

    def _start(self, n: int) -> bool:
        """Start a process, and wait until it listens: the first one compiles for all."""
        worker = _Worker(self._bound, self._flags(n))
        self._workers.append(worker)
        return worker.wait(lambda: self._is_over or worker.process.poll() is not None)

    def _look(self) -> bool:
        """Start again what has died, and all of them if that is due; False if none can live."""
        now = time.monotonic()
        dead = [worker for worker in self._workers if worker.process.poll() is not None]
        if len(dead) == len(self._workers) and all(now - one.began < _SOON for one in dead):
            return False
        for n, worker in enumerate(self._workers):
            if worker in dead:
                time.sleep(_PAUSE)
                self._replace(n)
        if self._is_due:
            self._is_due = False
            for n in range(len(self._workers)):
                self._replace(n)
        return True

    def _replace(self, n: int) -> None:
        """Put a new process in the place of one, which ends when the new one listens."""
        new, old = _Worker(self._bound, self._flags(n)), self._workers[n]
        if new.wait(lambda: self._is_over or new.process.poll() is not None):
            self._workers[n] = new
            old.end()
        else:  # the old one stays, if it lives
            new.end()

    def _end(self) -> int:
        """End all; 1 if it was not asked for."""
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.end()
        self._bound.close()
        return 0 if self._is_over else 1

    def _flags(self, n: int) -> list[str]:
        """The flags of a process; what one does for all, the first one does."""
        chosen = self._chosen
        flags = ["--database", chosen.database]
        for name, values in (
            ("--game", chosen.game),
            ("--strategy", chosen.strategy),
            ("--trusted-proxy", chosen.trusted_proxy),
        ):
            for value in values:
                flags += [name, str(value)]
        if chosen.public_url:
            flags += ["--public-url", chosen.public_url]
        if chosen.lan:
            flags += ["--lan"]
        if chosen.relay:
            flags += ["--relay", chosen.relay]
        if n == 0 and chosen.metrics:
            flags += ["--metrics", chosen.metrics]
        if n == 0 and chosen.keep:
            flags += ["--keep", str(chosen.keep)]
        return flags


def _again() -> signal.Signals:
    """The signal that starts all processes anew; not on Windows."""
    return signal.SIGHUP if sys.platform != "win32" else signal.SIGTERM
