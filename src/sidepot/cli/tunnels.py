"""Tunnels: an installed program gives the room an address that everybody can reach."""

from __future__ import annotations

import queue
import re
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from sidepot.errors import BadAddress

_PATIENCE = 60.0
"""Seconds until a tunnel must have named its address."""
_FAREWELL = 5.0
"""Seconds that a program has to end."""
_TOLD = 300
"""Characters of a program's last line that are repeated."""


class _Program(NamedTuple):
    """Its arguments, with `{port}` for the room's, and the addresses that it names."""

    arguments: tuple[str, ...]
    address: re.Pattern[str]


PROGRAMS: Mapping[str, _Program] = {
    "cloudflared": _Program(
        ("tunnel", "--no-autoupdate", "--url", "http://127.0.0.1:{port}"),
        re.compile(r"https://[a-z0-9-]+\.trycloudflare\.com"),
    ),
    "tailscale": _Program(
        ("funnel", "{port}"),
        re.compile(r"https://[a-z0-9.-]+\.ts\.net"),
    ),
    "ngrok": _Program(
        ("http", "{port}", "--log", "stdout", "--log-format", "logfmt"),
        re.compile(r"(?<=url=)https://[a-z0-9.-]+"),
    ),
}
"""The programs that make tunnels, the ones without an account first."""


def installed_program() -> str:
    """The first of `PROGRAMS` that is installed. Raises `BadAddress`, which names them."""
    for name in PROGRAMS:
        if shutil.which(name):
            return name
    raise BadAddress("serve.share_missing", legal=list(PROGRAMS))


@contextmanager
def tunnel(name: str, port: int, on_end: Callable[[], None]) -> Iterator[str]:
    """The address of a tunnel to a port of this machine, which ends with the `with` block.

    `on_end` is called, on another thread, if the program ends before. Raises `BadAddress` if it
    names no address.
    """
    program, path = PROGRAMS[name], shutil.which(name)
    arguments = [argument.format(port=port) for argument in program.arguments]
    running = subprocess.Popen(
        [path or name, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,  # Ctrl-C is for the room, which then ends it
    )
    reader = _Reader(running, program.address, on_end)
    try:
        yield reader.address(name)
    finally:
        reader.is_wanted = False
        running.terminate()
        try:
            running.wait(_FAREWELL)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait()
        reader.join()


class _Reader(threading.Thread):
    """Reads all that a program says, so that it never waits for a reader."""

    def __init__(
        self, running: subprocess.Popen[str], form: re.Pattern[str], on_end: Callable[[], None]
    ) -> None:
        super().__init__(daemon=True)
        self.is_wanted = False
        """Should the program still run?"""
        self._running, self._form, self._on_end = running, form, on_end
        self._found: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._last = ""
        self.start()

    def address(self, name: str) -> str:
        """The address that the program names. Raises `BadAddress` if it does not."""
        try:
            found = self._found.get(timeout=_PATIENCE)
        except queue.Empty:
            found = None
        if found is None:
            raise BadAddress("serve.share_silent", program=name, said=self._last[:_TOLD])
        self.is_wanted = True
        return found

    def run(self) -> None:
        """Read to the end."""
        assert self._running.stdout
        with self._running.stdout as lines:
            for line in lines:
                self._last = line.strip() or self._last
                if found := self._form.search(line):
                    self._found.put(found[0])
        self._found.put(None)
        if self.is_wanted:
            self._on_end()
