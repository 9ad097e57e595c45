"""One run of the checker: a server of its own, clients, faults, and the verdict."""

import asyncio
import contextlib
import random
import resource
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.checker.clients import Client
from tests.checker.faults import FAULTS, plan
from tests.checker.history import History
from tests.checker.stored import Stored
from tests.checker.verdict import Violation, judge, turns
from tests.children import ROOT
from tests.room.web.process import environment
from tests.room.web.server import Visitor

START = 120.0
"""Seconds that a server may take to open."""
LAST_TURN = 4.0
"""Seconds at the end of a run without faults."""
LOG = "checker.jsonl"


@dataclass(frozen=True)
class Plan:
    """The plan of a run: everything but timing follows from the seed."""

    seed: int
    seconds: float
    faults: Sequence[str] = tuple(FAULTS)
    tables: int = 2
    guests: int = 4
    broken: str | None = None


class Server:
    """The server's process, which can be killed and comes again at the same port."""

    def __init__(self, folder: Path, broken: str | None) -> None:
        self._folder, self._broken = folder, broken
        self._process: subprocess.Popen[str] | None = None
        self.base, self._port = "", 0

    @property
    def pid(self) -> int:
        """The process's id."""
        assert self._process
        return self._process.pid

    async def start(self) -> None:
        """Start it, and wait until it listens."""
        command = [sys.executable, "-m", "tests.checker.server", str(self._folder), str(self._port)]
        with (self._folder / "server.log").open("a") as log:
            self._process = subprocess.Popen(
                [*command, *([self._broken] if self._broken else [])],
                cwd=ROOT,
                env=environment(self._folder),
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self._process.stdout
        async with asyncio.timeout(START):
            line = await asyncio.to_thread(self._process.stdout.readline)
        if not line.startswith("open at "):
            raise AssertionError((line, (self._folder / "server.log").read_text("utf-8")))
        self.base = line.split()[-1]
        self._port = int(self.base.rpartition(":")[2])

    def signal(self, number: int) -> None:
        """Send it a signal."""
        assert self._process
        self._process.send_signal(number)

    def end(self, number: int) -> int:
        """End it by a signal; the exit status."""
        assert self._process and self._process.stdout
        self._process.send_signal(signal.SIGCONT)
        self._process.send_signal(number)
        status = self._process.wait(timeout=60)
        self._process.stdout.close()
        return status

    def is_running(self) -> bool:
        """Has it not ended?"""
        return self._process is not None and self._process.poll() is None


class Run:
    """A run in a folder; `history.path` is the log that is kept."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.plan = folder, plan
        self.database = folder / "room.sqlite3"
        self.history = History(folder / LOG)
        self.server = Server(folder, plan.broken)
        self.clients: list[Client] = []
        self._stored = Stored(self.database)

    def check(self) -> list[Violation]:
        """Run; the promises that were broken, none for a sound room."""
        asyncio.run(self._run())
        found = judge(self.history.facts, self._stored, [c.table for c in self.clients])
        self._stored.close()
        self.history.close()
        return found

    async def _run(self) -> None:
        self.history.note("plan", seed=self.plan.seed, faults=list(self.plan.faults))
        done = asyncio.Event()
        await self.server.start()
        try:
            await self._seat()
            living = [asyncio.create_task(client.live(done)) for client in self.clients]
            troubles = asyncio.create_task(self._trouble())
            await self._wait(self.plan.seconds)
            troubles.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await troubles
            if not self.server.is_running():  # a kill was cut short
                await self.server.start()
            await self._wait(LAST_TURN)
            done.set()
            await asyncio.gather(*living)
            self.history.note("end", status=self.server.end(signal.SIGTERM))
        finally:
            if self.server.is_running():
                self.server.end(signal.SIGKILL)

    async def _seat(self) -> None:
        """Tables with a bot each, and guests who have not sat down yet."""
        for n in range(self.plan.tables):
            visitors = [
                await Visitor(self.server.base).register(f"P{n}{k}")
                for k in range(self.plan.guests)
            ]
            made = await visitors[0].create(
                games=[{"name": ("ricochet", "ricochet-2")[n % 2]}],
                bots=[{"chair": 5, "strength": "random"}],
                chairs=6,
                turn=5,
                time_bank=0,
                least=40,
                most=100_000,
                public=True,
            )
            for visitor in visitors:
                number = len(self.clients)
                rest = (self.history, self._stored, f"{self.plan.seed}/{number}")
                self.clients.append(Client(number, visitor, made["table"], *rest))

    async def _trouble(self) -> None:
        """One fault after the other, as the seed says."""
        if not self.plan.faults:
            return
        for pause, name, seconds in plan(random.Random(self.plan.seed), tuple(self.plan.faults)):
            await asyncio.sleep(pause)
            self.history.note("fault", fault=name, seconds=seconds)
            try:
                await FAULTS[name](self, seconds)
            finally:
                self._heal()
                self.history.note("healed", fault=name)

    def _heal(self) -> None:
        """Undo the effects of a fault that was cut short."""
        if self.server.is_running():
            self.server.signal(signal.SIGCONT)
            hard = resource.prlimit(self.server.pid, resource.RLIMIT_FSIZE)[1]
            resource.prlimit(self.server.pid, resource.RLIMIT_FSIZE, (hard, hard))

    async def _wait(self, seconds: float) -> None:
        """Wait, but stop at a broken promise that was noticed at once.

        A forgotten turn is looked for during the wait: on a busy machine the whole time might pass
        for a suspended process, which grants everybody half a minute more.
        """
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while loop.time() < until and not self.history.is_broken:
            await asyncio.sleep(0.1 if self.plan.broken is None else 1)
            if self.plan.broken and any(turns(self.history.facts)):
                return
