"""A real `sidepot serve` in a process of its own."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.children import ROOT
from tests.room.web.server import LIMIT

SIDEPOT = [sys.executable, "-m", "sidepot"]


def environment(folder: Path, **more: str) -> dict[str, str]:
    paths = os.pathsep.join(path for path in sys.path if path)
    own = {"PYTHONPATH": paths, "SIDEPOT_DATA": str(folder / "data"), "PYTHONUNBUFFERED": "1"}
    return {**os.environ, **own, **more}


class Served:
    """The process, where it listens, and all that it logs."""

    def __init__(self, folder: Path, *flags: str, port: int = 0) -> None:
        self.log = folder / "log.jsonl"
        database = f"sqlite:///{folder / 'room.sqlite3'}"
        command = [*SIDEPOT, "serve", "--port", str(port), "--database", database, *flags]
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=environment(folder),
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        self.said: list[str] = []
        self.base = self._wait()

    def _wait(self) -> str:
        """The address; it is printed when somebody can come."""
        assert self.process.stdout
        for line in self.process.stdout:
            self.said.append(line)
            if line.startswith("Ctrl-C"):
                break
        opened = [line.split()[-1] for line in self.said if " open at " in line]
        assert opened, (self.said, self.log.read_text("utf-8"))
        return opened[0]

    @property
    def port(self) -> int:
        return int(self.base.rpartition(":")[2])

    def end(self, signal: int) -> int:
        """Send a signal; the exit status."""
        self.process.send_signal(signal)
        status = self.process.wait(timeout=LIMIT)
        assert self.process.stdout
        self.process.stdout.close()
        return status


@contextmanager
def serving(folder: Path, *flags: str, port: int = 0) -> Iterator[Served]:
    """A process that does not outlive the test."""
    served = Served(folder, *flags, port=port)
    try:
        yield served
    finally:
        if served.process.poll() is None:
            served.process.kill()
        served.process.wait(timeout=LIMIT)
        if served.process.stdout:
            served.process.stdout.close()
