"""`--fast`: in under a minute, the tests that were the quickest when they ran here.

Every run notes how long each test took. Of each test function the quickest case is taken, the
quickest functions first, and after them other cases, until all together would take `BUDGET`. What
is left out is said at the end; CI and `make test` leave out nothing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

import pytest

BUDGET = 60.0
"""Seconds of all tests together; starting and collecting take as long again."""
RUNS = 3
"""The quickest of so many runs counts: others compiled, or shared the machine."""
UNKNOWN = 1.0
"""Seconds that a test is thought to take before its first run: it may have to compile."""
KEY = "sidepot/seconds"

_taken: dict[str, float] = defaultdict(float)
"""How long the tests of this run took."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--fast", action="store_true", help="the quickest tests, for a minute")
    kinds = ("sqlite", "postgresql")
    parser.addoption("--database", choices=kinds, help="all tests of the room on this one")


def measured(config: pytest.Config) -> dict[str, list[float]]:
    """The seconds of the last runs of every test that ran here."""
    cache = getattr(config, "cache", None)  # not with -p no:cacheprovider
    return dict(cache.get(KEY, {})) if cache else {}


def chosen(names: Iterable[str], seconds: Mapping[str, float]) -> set[str]:
    """Of some tests, those that are quick."""
    order = sorted(names, key=lambda name: (seconds.get(name, UNKNOWN), name))
    functions: dict[str, str] = {}
    for name in order:
        functions.setdefault(name.partition("[")[0], name)
    firsts = set(functions.values())
    found, left = set[str](), BUDGET
    for name in sorted(order, key=lambda name: name not in firsts):  # else in the same order
        if (cost := seconds.get(name, UNKNOWN)) <= left:
            found.add(name)
            left -= cost
    return found


def quickest(runs: Mapping[str, list[float]]) -> dict[str, float]:
    """What each test takes where nothing is in its way."""
    return {name: min(seconds) for name, seconds in runs.items()}


def keep_quick(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With `--fast`, keep what is quick, in every process the same."""
    if not config.getoption("fast"):
        return
    runs = measured(config)
    if not runs:
        raise pytest.UsageError("--fast goes by how long tests took here: run them all once")
    quick = chosen([item.nodeid for item in items], quickest(runs))
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in quick])
    items[:] = [item for item in items if item.nodeid in quick]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _taken[report.nodeid] += report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Note how long tests took. The processes that run them tell the first one, which does it."""
    cache = getattr(session.config, "cache", None)
    if hasattr(session.config, "workerinput") or not cache or not _taken:
        return
    runs = measured(session.config)
    for name, seconds in _taken.items():
        runs[name] = [round(seconds, 3), *runs.get(name, [])][:RUNS]
    cache.set(KEY, runs)


def say_left_out(reporter: pytest.TerminalReporter) -> None:
    """Which tests were not run, by their folders, and how long they would take."""
    if not reporter.config.getoption("fast"):
        return
    runs = quickest(measured(reporter.config))
    left = [name for name in runs if name not in _taken]
    folders = Counter(name.partition("::")[0].split("/")[1] for name in left if "/" in name)
    reporter.write_sep("-", f"--fast: {len(left)} tests left out, which take some")
    reporter.write_line(
        f"{sum(runs[name] for name in left):.0f} s in all: "
        + ", ".join(f"{folder} {n}" for folder, n in folders.most_common())
    )
