"""Faults injected into a running room, for some seconds each."""

import asyncio
import random
import resource
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tests.checker.clients import stare
from tests.checker.stored import locked

if TYPE_CHECKING:
    from tests.checker.run import Run

HOUR = 3_600_000
Fault = Callable[["Run", float], Awaitable[None]]


async def kill(run: "Run", seconds: float) -> None:
    """The server is gone at once, and comes back later."""
    run.server.end(signal.SIGKILL)
    await asyncio.sleep(seconds / 4)
    await run.server.start()


async def stop(run: "Run", seconds: float) -> None:
    """The server stands still, as a machine does that sleeps."""
    run.server.signal(signal.SIGSTOP)
    await asyncio.sleep(seconds)
    run.server.signal(signal.SIGCONT)


async def disk(run: "Run", seconds: float) -> None:
    """Nothing more can be written: the system refuses every byte that the server writes."""
    hard = resource.prlimit(run.server.pid, resource.RLIMIT_FSIZE)[1]
    resource.prlimit(run.server.pid, resource.RLIMIT_FSIZE, (0, hard))
    await asyncio.sleep(seconds)
    resource.prlimit(run.server.pid, resource.RLIMIT_FSIZE, (hard, hard))


async def lock(run: "Run", seconds: float) -> None:
    """Another process holds the database."""
    with locked(run.database):
        await asyncio.sleep(seconds)


async def forward(run: "Run", seconds: float) -> None:
    """Somebody sets the clock on the wall to an hour later."""
    _set(run.folder / "clock", HOUR)
    await asyncio.sleep(seconds)


async def back(run: "Run", seconds: float) -> None:
    """Somebody sets the clock on the wall to an hour earlier."""
    _set(run.folder / "clock", -HOUR)
    await asyncio.sleep(seconds)


def _set(file: Path, by: int) -> None:
    before = int(file.read_text()) if file.exists() else 0
    fresh = file.with_suffix(".new")
    fresh.write_text(str(before + by))
    fresh.replace(file)


async def slow(run: "Run", seconds: float) -> None:
    """A client reads nothing of what it is sent."""
    client = run.clients[0]
    await stare(client.visitor, client.table, seconds, f"slow-{seconds}")


FAULTS: dict[str, Fault] = {
    "kill": kill,
    "stop": stop,
    "disk": disk,
    "lock": lock,
    "forward": forward,
    "back": back,
    "slow": slow,
}
"""Every fault by its name."""


def plan(rng: random.Random, names: tuple[str, ...]) -> list[tuple[float, str, float]]:
    """A long plan: pauses, faults and their durations, every fault once in each round."""
    rounds: list[tuple[float, str, float]] = []
    for _ in range(1000):
        for name in rng.sample(names, len(names)):
            rounds.append((rng.uniform(0.5, 2), name, rng.uniform(0.5, 7)))
    return rounds
