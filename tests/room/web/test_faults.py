"""Processes of a room that are killed or frozen, and a server that is: nothing is lost or twice."""

import asyncio
import signal
import statistics
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.room import databases
from tests.room.test_crash import check
from tests.room.web.forked import Fork
from tests.room.web.several import Evening, Process, evening, processes

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it finds processes in /proc")
SILENT = 2.0
"""Seconds after a kill in which a table goes on elsewhere, where the machine does nothing else."""
TABLES, PEOPLE = 10, 6
PACE = 0.5
"""Seconds that players think at most: sixty of them leave a processor time for the faults."""

One = Process | Fork
_RUN = "SELECT p.address FROM tables t JOIN processes p ON p.number = t.owner"


@pytest.fixture(autouse=True)
def on_postgresql() -> Iterator[None]:
    databases.kind = databases.POSTGRESQL
    yield
    databases.drop_all()
    databases.kind = databases.SQLITE


class Faults:
    """Three processes, and what happens to them while everybody plays."""

    def __init__(self, folder: Path, three: list[One], night: Evening) -> None:
        self.folder, self.three, self.night = folder, three, night
        self.silent: list[float] = []
        self._starting: dict[One, asyncio.Task[Any]] = {}

    def runs(self) -> Counter[str]:
        """The number of tables that each process runs, by its address."""
        found = databases.query(self.folder / "room.sqlite3", _RUN)
        return Counter(address.rpartition(":")[0] for (address,) in found)

    def tables_of(self, one: One) -> int:
        return self.runs()[one.relay.rpartition(":")[0]]

    async def busiest(self, but: One | None = None) -> One:
        """The process that runs the most tables, of those that are there and not another one."""
        await asyncio.gather(*self._starting.values())
        self._starting.clear()
        return max((one for one in self.three if one is not but), key=self.tables_of)

    def again(self, one: One) -> None:
        """Start a process anew that has ended, while the others go on."""

        def start() -> None:
            one.end()
            one.start()
            one.wait()

        self._starting[one] = asyncio.create_task(asyncio.to_thread(start))

    async def end(self, one: One, how: signal.Signals) -> None:
        """End a process that runs tables: they go on elsewhere."""
        assert self.tables_of(one) > 0
        one.send(how)
        self.silent.append(await self.night.go_on(5))
        print(f"{how.name}: silent for {self.silent[-1]:.2f} s", flush=True)
        self.again(one)

    async def kill(self) -> None:
        """Kill the busiest process."""
        await self.end(await self.busiest(), signal.SIGKILL)

    async def freeze(self, seconds: float = 0) -> None:
        """Let a process stand still until the others have its tables, or longer; then it wakes."""
        one = await self.busiest()
        assert self.tables_of(one) > 0
        one.send(signal.SIGSTOP)
        async with asyncio.timeout(60):
            await asyncio.sleep(seconds)
            while self.tables_of(one):
                await asyncio.sleep(0.1)
        one.send(signal.SIGCONT)
        await self.night.go_on(3)

    async def crash(self) -> None:
        """Kill the server in the middle of commits, and start it again."""
        await self.busiest()  # a process that starts at that moment would end, and be started again
        # Not on another thread: the server dies with the thread that has started it.
        databases.server().stop(signal.SIGKILL)
        databases.server().start()
        await self.night.go_on(3)

    def keep_short(self) -> None:
        """Was no table silent for long? It is asked where the machine is not crowded."""
        print(f"median {statistics.median(self.silent):.2f} s, longest {max(self.silent):.2f} s")
        assert max(self.silent) < SILENT


def suffer(
    folder: Path,
    kind: type[One],
    faults: Callable[[Faults], Awaitable[None]],
    tables: int = TABLES,
    people: int = PEOPLE,
) -> None:
    """Let faults come while everybody plays with three processes, and look at what is stored."""
    url = databases.url_of(folder / "room.sqlite3")
    with processes(folder, url, 3, kind) as three:
        bases = [base for _, base in three]

        async def play() -> list[dict[str, Any]]:
            async with evening(bases, tables, people, seed=5, pace=PACE) as night:
                await night.go_on(10)
                found = Faults(folder, [one for one, _ in three], night)
                await faults(found)
                await found.busiest()  # all are there again
                await night.go_on(3)
                assert not night.older
            return night.answers

        answers = asyncio.run(play())
    counts = check(folder, answers)
    assert len(answers) > 10 * tables and counts["commands"] >= len(answers)
    assert not counts["voided"]


@pytest.mark.soak("the checker and test_kills kill a room every time")
def test_two_kills_a_frozen_process_and_a_crash_cost_nothing(tmp_path: Path) -> None:
    async def suffered(faults: Faults) -> None:
        await faults.kill()
        await faults.freeze()
        await faults.kill()
        await faults.crash()

    suffer(tmp_path, Fork, suffered, tables=6, people=3)


@pytest.mark.soak
def test_ten_kills_two_frozen_processes_and_a_crash_cost_nothing(tmp_path: Path) -> None:
    async def suffered(faults: Faults) -> None:
        for n in range(10):
            await faults.kill()
            if n in (2, 6):
                await faults.freeze()
        await faults.crash()

    suffer(tmp_path, Fork, suffered)


@pytest.mark.soak
def test_a_hundred_kills_cost_nothing(tmp_path: Path) -> None:
    async def suffered(faults: Faults) -> None:
        for _ in range(100):
            await faults.kill()
        faults.keep_short()

    suffer(tmp_path, Process, suffered)


@pytest.mark.soak
def test_ten_frozen_processes_and_ten_crashes_cost_nothing(tmp_path: Path) -> None:
    async def suffered(faults: Faults) -> None:
        for _ in range(10):
            await faults.freeze(10)
            await faults.crash()

    suffer(tmp_path, Process, suffered)


@pytest.mark.soak
def test_a_rolling_restart_leaves_no_table_silent(tmp_path: Path) -> None:
    async def suffered(faults: Faults) -> None:
        for one in faults.three:
            await faults.busiest()
            await faults.end(one, signal.SIGTERM)
        faults.keep_short()

    suffer(tmp_path, Process, suffered)
