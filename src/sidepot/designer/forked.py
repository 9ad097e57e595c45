"""A forked process, which inherits everything already loaded and compiled.

The two share out work by `Turns`.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from typing import BinaryIO, NoReturn

CAN_FORK = sys.platform == "linux"
"""Whether a process can be forked safely: on macOS the system's own libraries forbid it."""


class Forked:
    """A function that runs in a forked process and writes lines to this one.

    Nothing may wait for another thread when it is made: the new process has none but its own.
    """

    def __init__(self, work: Callable[[BinaryIO], None], on_line: Callable[[bytes], None]) -> None:
        """`on_line` gets each line, from a thread of its own."""
        reading, writing = os.pipe()
        self._pid = _fork()
        if not self._pid:
            os.close(reading)
            _work(work, os.fdopen(writing, "wb"))
        os.close(writing)
        self._hears = threading.Thread(target=_read_lines, args=(reading, on_line), daemon=True)
        self._hears.start()

    def wait(self) -> int:
        """Wait for its end: 0, its exit status, or the number of a signal below 0."""
        self._hears.join()
        return os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])


class Turns:
    """A counter shared between processes: each number from 0 up is taken once."""

    def __init__(self, n: int) -> None:
        """`n`: how many numbers there are, up to 256. Make it before the second process."""
        self._left, writing = os.pipe()
        os.write(writing, bytes(range(n)))
        os.close(writing)

    def __iter__(self) -> Iterator[int]:
        """The numbers that this process takes; the next one when it asks for it."""
        while taken := os.read(self._left, 1):
            yield taken[0]

    def end(self) -> None:
        """End the counter: no process takes another number."""
        for _ in self:
            pass


def end_alike(status: int) -> NoReturn:
    """End this process as another one has ended (`Forked.wait`)."""
    sys.stderr.flush()
    if status < 0:
        signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    os._exit(abs(status))


def _fork() -> int:
    if sys.platform == "win32":
        raise NotImplementedError("processes cannot be forked here; ask CAN_FORK first")
    return os.fork()


def _work(work: Callable[[BinaryIO], None], channel: BinaryIO) -> NoReturn:
    status = 1
    try:
        with channel:
            work(channel)
        status = 0
    except BrokenPipeError:  # the reader is gone
        pass
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(status)


def _read_lines(channel: int, on_line: Callable[[bytes], None]) -> None:
    with os.fdopen(channel, "rb") as lines:
        for line in lines:
            on_line(line)
