"""The waits that users notice: one step from Python, the first start, later starts, help."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import sidepot
from benchmarks.timing import Figure, rate
from sidepot import kernel
from sidepot.engine.game import Game
from sidepot.rules.actions import BUY, encode

STEPS = 100_000
STARTS = 5


def figures() -> list[Figure]:
    """Microseconds a step, seconds a start."""
    game = sidepot.game("ricochet-2")
    step, copy = (1e6 / rate(work) for work in (stepping(game), copying(game)))
    with tempfile.TemporaryDirectory() as folder:
        cold = _start(["warm", "ricochet-2"], folder)
        warm = statistics.median(_start(["warm", "ricochet-2"], folder) for _ in range(STARTS))
    shown = statistics.median(_start(["--help"], "") for _ in range(STARTS))
    return [
        Figure("step from Python (less the copy of a record)", step - copy, "us"),
        Figure("first start of a game, all compiled", cold, "s"),
        Figure("later starts", warm, "s", remark=f"{cold / warm:.0f} x quicker"),
        Figure("sidepot --help", shown, "s"),
    ]


def stepping(game: Game) -> Callable[[], int]:
    """The work: reset a record to the deal and do one step."""
    rows, target, source = _dealt(game)
    step = game.entry.step

    def work() -> int:
        for _ in range(STEPS):
            target[:] = source
            step(rows, encode(BUY, 2))
        return STEPS

    return work


def copying(game: Game) -> Callable[[], int]:
    """The work: reset the record, and nothing else."""
    _, target, source = _dealt(game)

    def work() -> int:
        for _ in range(STEPS):
            target[:] = source
        return STEPS

    return work


def _dealt(game: Game) -> tuple[kernel.Records, kernel.Records, kernel.Records]:
    """A record in play, its bytes, and a copy of them to reset it from."""
    rows = game.deal(players=6, seed=1).record()
    return rows, rows.view("u1"), kernel.copy(rows).view("u1")


def _start(arguments: list[str], cache: str) -> float:
    """The seconds that a `sidepot` command takes, with a folder for its cache if given."""
    environment = dict(os.environ, **({"SIDEPOT_CACHE": str(Path(cache))} if cache else {}))
    started = time.perf_counter()
    command = [sys.executable, "-m", "sidepot", *arguments]
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - started
