"""`sidepot serve --workers N`: several processes of one room behind one port of this host."""

from __future__ import annotations

import argparse
import contextlib
import logging
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import IO

from sidepot.errors import BadAddress

_log = logging.getLogger("sidepot.cli")

LISTENS, PREPARED = b"1", b"2"
"""Messages of a process to its parent: it takes connections, and its games are compiled."""
_SOON = 5.0
"""Seconds after which a process that ends has not failed at its start."""
_PAUSE = 1.0
"""Seconds until a process is started again of which the last two have failed."""
_TRIES = 3
"""Starts in a row that may fail at every place before the room ends."""
_POLL = 0.1
_END = 20.0
"""Seconds in which a process must end."""


class _Worker:
    """A process of the room, which takes connections from the port that all share.

    It imports and compiles, and then waits for its place: until `take` it is a spare. One that
    opens `at_once` compiles while people play.
    """

    def __init__(
        self,
        bound: socket.socket,
        flags: list[str],
        *,
        at_once: bool = False,
        log: IO[str] | None = None,
    ) -> None:
        self._ready, told = os.pipe()
        waits, self._place = os.pipe()
        fds = {"--listening": bound.fileno(), "--told": told, "--place": waits}
        own = [str(word) for pair in fds.items() for word in pair]
        own += ["--at-once"] * at_once
        command = [sys.executable, "-m", "sidepot", "serve", *own, *flags]
        self.process = subprocess.Popen(command, pass_fds=tuple(fds.values()), stderr=log)
        os.close(told)
        os.close(waits)
        self.listened: float | None = None
        """When it began to listen."""
        self.is_prepared = False
        """Are its games compiled?"""

    def take(self, n: int) -> None:
        """Take a place; it opens the room as soon as it can."""
        with contextlib.suppress(BrokenPipeError):  # it has ended, which `look` finds
            os.write(self._place, bytes([min(n, 255)]))

    @property
    def status(self) -> int | None:
        """The exit status, None while it lives; less than 0 is the signal that has killed it."""
        return self.process.poll()

    def look(self) -> bool:
        """Has it begun to listen since the last look?"""
        if self.is_prepared or not select.select([self._ready], [], [], 0)[0]:
            return False
        told = os.read(self._ready, len(LISTENS + PREPARED))
        self.is_prepared = PREPARED in told
        if LISTENS in told:
            self.listened = time.monotonic()
        return LISTENS in told

    def terminate(self) -> None:
        """Ask it to end."""
        self.process.terminate()

    def end(self) -> None:
        """Let it end; after some time, make it."""
        self.process.terminate()
        try:
            self.process.wait(_END)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self._ready)
        os.close(self._place)


class _Place:
    """One place of a room: the worker that holds it, and its replacement."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.worker: _Worker | None = None
        self.next: _Worker | None = None
        """Put in the place of `worker` as soon as it listens."""
        self.failures = 0
        """Processes in a row that ended before they listened, or soon after."""
        self.again_at = 0.0

    @property
    def is_listening(self) -> bool:
        """Does a worker take connections here?"""
        return self.worker is not None and self.worker.listened is not None

    @property
    def is_prepared(self) -> bool:
        """Does a worker take connections here whose games are compiled?"""
        return self.is_listening and self.worker is not None and self.worker.is_prepared


class Several:
    """The processes of a room on this host: started, restarted, and ended together.

    A spare is ready, which takes the place of one that dies. SIGHUP puts a new process in the place
    of each, one after the other, so that the room goes on with a newer version. Raises `BadAddress`
    where sockets cannot be shared.
    """

    def __init__(
        self, bound: socket.socket, chosen: argparse.Namespace, log: IO[str] | None = None
    ) -> None:
        """`log`: the file of all processes' logs, None for standard error."""
        _require_shared_sockets()
        bound.set_inheritable(True)
        bound.listen()
        self._bound = bound
        self._chosen, self._log = chosen, log
        self._places = [_Place(n) for n in range(chosen.workers)]
        self._spare: _Worker | None = None
        self._renewing: list[_Place] = []
        """The places that still need a new process."""
        self._is_open = False
        self._why = ""
        """The reason of the end, once there is one."""
        self._signal = ""
        self._is_due = False

    def run(self, listening: Callable[[], None]) -> int:
        """Run until SIGTERM or Ctrl-C; `listening` is called when all are there; the status."""
        with self._handling_signals():
            try:
                self._start(self._places[0])  # alone: there may be no database
                while not self._why:
                    self._step(listening)
                    time.sleep(_POLL)
            finally:
                self._end()
        return 0 if self._signal else 1

    @contextlib.contextmanager
    def _handling_signals(self) -> Iterator[None]:
        def end(number: int, _: object) -> None:
            self._signal = signal.Signals(number).name
            self._why = "signal"

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

    def _step(self, listening: Callable[[], None]) -> None:
        """Look after all places: none waits for another."""
        for place in self._places:
            self._look(place)
        if not self._is_open:
            self._open(listening)
            return
        if all(not p.is_listening and p.failures >= _TRIES for p in self._places):
            self._why = "all_gone"
            return
        for place in self._places:
            if place.worker is None and time.monotonic() >= place.again_at:
                self._start(place)
        if self._is_due:
            self._is_due = False
            self._retire_spare()
            self._renewing = list(self._places)
        self._renew()
        self._keep_spare()

    def _open(self, listening: Callable[[], None]) -> None:
        """Start the others when the first one listens; the room is open when all do."""
        if any(place.failures for place in self._places):
            self._why = "failed_start"
        elif all(place.is_listening for place in self._places):
            self._is_open = True
            listening()
        elif self._places[0].is_listening:
            for place in self._places:
                if place.worker is None:
                    self._start(place)

    def _look(self, place: _Place) -> None:
        """Find the workers that have begun to listen, and those that are gone."""
        if place.next and place.next.look():
            old, place.worker, place.next = place.worker, place.next, None
            _log_worker("worker_listens", place.n, place.worker)
            if old:
                old.end()
        elif place.next and place.next.status is not None:  # the old one stays, if it lives
            _log.warning("worker_failed place=%s status=%s", place.n, place.next.status)
            place.next.end()
            place.next = None
        worker = place.worker
        if worker is None:
            return
        if worker.look():
            _log_worker("worker_listens", place.n, worker)
        if (status := worker.status) is not None:
            _log.warning(
                "worker_died place=%s pid=%s status=%s", place.n, worker.process.pid, status
            )
            self._note_end(place, worker)

    def _note_end(self, place: _Place, worker: _Worker) -> None:
        """A place is free: its next process is started at once, or later if the last two failed."""
        now = time.monotonic()
        lived = worker.listened is not None and now - worker.listened >= _SOON
        place.failures = 0 if lived else place.failures + 1
        place.again_at = now + _PAUSE * (place.failures > 1)
        place.worker = None
        worker.end()

    def _start(self, place: _Place) -> None:
        """Let the spare take a place, or a new process where there is none."""
        worker, self._spare = self._spare or self._new(at_once=True), None
        worker.take(place.n)
        place.worker = worker
        _log_worker("worker_takes_place", place.n, worker)

    def _renew(self) -> None:
        """Start a new process for the next place that needs one."""
        if not self._renewing or any(place.next for place in self._places):
            return
        place = self._renewing.pop(0)
        if place.worker is not None:
            place.next = self._new()
            place.next.take(place.n)

    def _keep_spare(self) -> None:
        """Prepare a spare when all places are taken; what fails to get ready is tried again.

        It has to find all games compiled: it would compile them beside those who play.
        """
        if self._spare and self._spare.status is not None:
            _log.warning("spare_failed status=%s", self._spare.status)
            self._retire_spare()
        is_calm = all(place.is_prepared and not place.next for place in self._places)
        if is_calm and not self._spare and not self._renewing:
            self._spare = self._new()
            _log.info("spare_started pid=%s", self._spare.process.pid)

    def _retire_spare(self) -> None:
        if self._spare:
            self._spare.end()
            self._spare = None

    def _end(self) -> None:
        """End all, and say why."""
        if self._signal:
            _log.info("workers_end reason=%s signal=%s", "signal", self._signal)
        else:
            _log.error("workers_end reason=%s", self._why or "error")
        taken = [one for place in self._places for one in (place.worker, place.next)]
        workers = [one for one in (*taken, self._spare) if one]
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.end()
        self._bound.close()

    def _new(self, *, at_once: bool = False) -> _Worker:
        return _Worker(self._bound, self._flags(), at_once=at_once, log=self._log)

    def _flags(self) -> list[str]:
        """The flags of every process; what one does for all, it does at the first place."""
        chosen = self._chosen
        flags = ["--database", chosen.database]
        for name, values in (
            ("--game", chosen.game),
            ("--strategy", chosen.strategy),
            ("--trusted-proxy", chosen.trusted_proxy),
        ):
            for value in values:
                flags += [name, str(value)]
        if chosen.lan:
            flags += ["--lan"]
        for name, value in (
            ("--public-url", chosen.public_url),
            ("--relay", chosen.relay),
            ("--games", chosen.games),
            ("--metrics", chosen.metrics),
            ("--keep", chosen.keep),
        ):
            if value:
                flags += [name, str(value)]
        return flags


def _log_worker(event: str, place: int, worker: _Worker) -> None:
    _log.info(f"{event} place=%s pid=%s", place, worker.process.pid)


def wait_for_place(fd: int) -> int | None:
    """The place that this process gets, when it gets one; None if its parent is gone."""
    given = os.read(fd, 1)
    return given[0] if given else None


def _again() -> signal.Signals:
    """The signal that starts all processes anew; not on Windows."""
    if sys.platform == "win32":
        return signal.SIGTERM
    return signal.SIGHUP


def _require_shared_sockets() -> None:
    """Raises `BadAddress` on Windows, where processes inherit no sockets by their numbers."""
    if sys.platform == "win32":
        raise BadAddress("serve.no_workers")
