"""CPU seconds of a run, and of its dearest files; of processes that a test started too."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Generator
from typing import Any

import pytest

KEY = "cpu"
"""The property of a report in which a test's seconds travel from its worker."""


def spent() -> float:
    """CPU seconds of this process and of its children that have ended, user and system."""
    return sum(os.times()[:4])


class Costs:
    """Measures tests in workers, and tells their sums where the run was started."""

    def __init__(self, config: pytest.Config) -> None:
        self._output: dict[str, Any] | None = getattr(config, "workeroutput", None)
        self._files: dict[str, float] = defaultdict(float)
        self._workers = 0.0

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Note what a test costs, its fixtures included."""
        before = spent()
        found = yield
        self._files[item.nodeid.partition("::")[0]] += spent() - before
        return found

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_sessionfinish(self) -> Generator[None, object, object]:
        """Send a worker's sums to the process that started it."""
        found = yield
        if self._output is not None:
            self._output[KEY] = (spent(), dict(self._files))
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
        own = 0.0 if self._workers else spent()
        terminalreporter.write_sep("-", f"{self._workers + own:.0f} s of CPU; the dearest files")
        dearest = sorted(self._files.items(), key=lambda pair: -pair[1])
        for file, seconds in dearest[:10]:
            terminalreporter.write_line(f"{seconds:7.1f}  {file}")
