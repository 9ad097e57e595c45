"""A process of a room that is there at once: a fork of one that has imported and compiled all.

Starting `sidepot serve` costs five seconds of a processor, nearly all before the room opens.
"""

import contextlib
import multiprocessing
import os
import signal
from multiprocessing.connection import Connection
from pathlib import Path

_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload(["tests.room.web.warmed"])


def _serve(url: str, port: int, relay: str, log: str, told: Connection) -> None:
    """Serve as `sidepot serve` does, without its output; `told` gets the address."""
    from sidepot.room.web import logs
    from sidepot.room.web.serving import Plan, Serving

    with Path(log).open("ab") as file:
        os.dup2(file.fileno(), 2)
    logs.to_stderr()
    serving = Serving(Plan(port, url, relay=relay, trusted_proxies=["127.0.0.1"]))
    with contextlib.suppress(KeyboardInterrupt):
        serving.run(lambda: told.send(serving.local))


class Fork:
    """One of several, on a port that it keeps; see `several.Process`."""

    def __init__(self, folder: Path, url: str, relay: str) -> None:
        self._url, self._port, self.relay = url, 0, relay
        self.log = folder / "log.jsonl"
        self.start()

    def start(self) -> None:
        self._told, telling = _forks.Pipe(duplex=False)
        given = (self._url, self._port, self.relay, str(self.log), telling)
        self._process = _forks.Process(target=_serve, args=given, daemon=True)
        self._process.start()
        telling.close()

    def wait(self) -> str:
        """The address it listens on, once it does."""
        try:
            found = str(self._told.recv())
        except EOFError:
            raise AssertionError(self.log.read_text("utf-8")) from None
        self._port = int(found.rpartition(":")[2])
        return found

    def send(self, what: signal.Signals) -> None:
        assert self._process.pid
        os.kill(self._process.pid, what)

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self._told.close()
