"""CPU seconds of a run, and of its dearest files; of processes that a test started too."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

KEY = "cpu"
"""The property of a report in which a test's seconds travel from its worker."""
PROCESSES = Path("/proc")


def spent() -> float:
    """CPU seconds of this process and of all that it started, user and system.

    A browser serves all tests of a worker: without /proc, its seconds fall on the last of them.
    """
    return sum(os.times()[:4]) + sum(_ticks(os.getpid())) / os.sysconf("SC_CLK_TCK")


def _ticks(process: int) -> Iterator[int]:
    """Clock ticks of the processes below one that still run, with their children that ended."""
    for child in _children(process):
        try:
            fields = (PROCESSES / child / "stat").read_text("utf-8").rpartition(")")[2].split()
        except OSError:  # it has ended meanwhile
            continue
        yield sum(int(field) for field in fields[11:15])
        yield from _ticks(int(child))


def _children(process: int) -> Iterator[str]:
    try:
        threads = [*(PROCESSES / str(process) / "task").iterdir()]
    except OSError:  # it has ended meanwhile
        return
    for thread in threads:
        try:
            yield from (thread / "children").read_text("utf-8").split()
        except OSError:  # so has the thread
            continue


class Costs:
    """Measures tests in workers, and tells their sums where the run was started."""

    def __init__(self, config: pytest.Config) -> None:
        self._output: dict[str, Any] | None = getattr(config, "workeroutput", None)
        self._files: dict[str, float] = defaultdict(float)
        self._collecting = 0.0
        self._workers = 0.0

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Note what a test costs, its fixtures included."""
        before = spent()
        found = yield
        # The children of a browser that is killed are nobody's any more.
        self._files[item.nodeid.partition("::")[0]] += max(spent() - before, 0.0)
        return found

    def pytest_collection_finish(self) -> None:
        """Note what it costs to get as far as the first test."""
        self._collecting = spent()

    @property
    def _total(self) -> float:
        return self._collecting + sum(self._files.values())

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_sessionfinish(self) -> Generator[None, object, object]:
        """Send a worker's sums to the process that started it."""
        found = yield
        if self._output is not None:
            self._output[KEY] = (self._total, dict(self._files))
        return found

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Add what a worker has measured; one that crashed has sent nothing."""
        total, files = getattr(node, "workeroutput", {}).get(KEY, (0.0, {}))
        self._workers += total
        for file, seconds in files.items():
            self._files[file] += seconds

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the sum and the ten dearest files."""
        total = self._workers or self._total
        terminalreporter.write_sep("-", f"{total:.0f} s of CPU; the dearest files")
        dearest = sorted(self._files.items(), key=lambda pair: -pair[1])
        for file, seconds in dearest[:10]:
            terminalreporter.write_line(f"{seconds:7.1f}  {file}")
