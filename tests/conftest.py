"""The sessions of `make test`, their randomness, and their price.

Rules run in one of two forms, which the laws hold equal: plain Python, and machine code compiled
with the flags that users get. Most tests run in the plain form alone, which compiles nothing. Those
about machine code are marked `compiled`; laws and transcripts are `both_forms`.
"""

import gc
import logging
import os
import random
import re
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from sidepot import entropy, words
from tests import costs, fresh, hanging, leftovers

PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
OF_ENVIRONMENTS = ("gymnasium", "pandas", "pettingzoo", "polars", "pyarrow", "pyspiel", "scipy")
"""Libraries that no test in plain Python needs; whether they are there changes nothing."""
LOGGERS = ("sidepot", "uvicorn", "asyncio")
STRICT = os.environ.get("SIDEPOT_STRICT") == "1"
ROOT = Path(__file__).parent
FAILED = ROOT.parent / ".cache" / "failed"
"""A line for each failure: the Makefile prints those of both sessions last of all."""
OF_MACHINE_CODE = re.compile(r"mark\.(compiled|both_forms)\b")
ONLY_COMPILED = re.compile(r"^pytestmark = .*mark\.compiled\b", re.MULTILINE)
FAST = ("cards", "engine", "fairness", "games", "rules", "terminal", "words")
"""Folders of `--fast`, in plain Python."""

os.environ["SIDEPOT_LANG"] = "en"  # whatever the language of the machine is
gc.set_threshold(20_000, 20, 20)  # compiling makes millions of objects, and little garbage

# No test is about the time it takes; without a seed of its own a run tries the same examples.
hypothesis.settings.register_profile("sidepot", deadline=None, derandomize=True)
hypothesis.settings.register_profile("seeded", deadline=None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--fast", action="store_true", help="only folders that take seconds")
    parser.addoption("--compiled", action="store_true", help="only tests about machine code")
    parser.addoption("--seed", type=int, default=0, help="the seed of everything random")
    parser.addini(hanging.SETTING, "seconds that a test may take", type="float", default=300.0)
    kinds = ("sqlite", "postgresql")
    parser.addoption("--database", choices=kinds, help="all tests of the room on this one")


def pytest_configure(config: pytest.Config) -> None:
    if PLAIN:
        for name in OF_ENVIRONMENTS:
            sys.modules[name] = None  # type: ignore[assignment] # importing it fails
    seed = config.getoption("seed")
    hypothesis.settings.load_profile("seeded" if seed else "sidepot")
    entropy.source = random.Random(seed)
    config.pluginmanager.register(costs.Costs(config), "costs")
    config.pluginmanager.register(hanging.Alarm(config), "hanging")


def pytest_report_header(config: pytest.Config) -> str:
    form = "plain Python" if PLAIN else "machine code"
    return f"rules: {form}; seed: {config.getoption('seed')} (--seed)"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave unread what this session does not run: reading loads numba, games and browsers."""
    if collection_path.suffix != ".py" or not collection_path.name.startswith("test_"):
        return None
    folder = collection_path.relative_to(ROOT).parts[0]
    if config.getoption("fast") and (folder not in FAST or config.getoption("compiled")):
        return True
    text = collection_path.read_text("utf-8")
    if config.getoption("compiled"):
        return True if not OF_MACHINE_CODE.search(text) else None
    return True if PLAIN and ONLY_COMPILED.search(text) else None


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Rewrite the assertions of a fresh checkout in one worker, and not in each."""
    if not hasattr(session.config, "workerinput") or not fresh.is_fresh():
        return (yield)
    with fresh.first_alone(ROOT.parent / ".cache" / "collecting"):
        return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests of this form, what takes the longest to compile first."""
    kept, left = list[pytest.Item](), list[pytest.Item]()
    for item in items:
        (kept if _belongs(item, config) else left).append(item)
    config.hook.pytest_deselected(items=left)
    items[:] = kept
    if config.getoption("compiled"):
        from tests.grouping import is_short

        items.sort(key=is_short)


def _belongs(item: pytest.Item, config: pytest.Config) -> bool:
    is_compiled = item.get_closest_marker("compiled") is not None
    if config.getoption("compiled"):
        return is_compiled or item.get_closest_marker("both_forms") is not None
    return not (PLAIN and is_compiled)


@pytest.hookimpl(wrapper=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> Generator[None, int, int]:
    """Two more than there are cores where tests have a browser or a server, and mostly wait."""
    return (yield) + (0 if config.getoption("compiled") or config.getoption("fast") else 2)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give what is compiled from one file to one process, or each would compile it."""
    if config.getoption("compiled"):
        from tests.grouping import ByFile

        return ByFile(config, log)
    return None


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    """Fail a test whose threads or processes outlive it."""
    before = leftovers.running()
    yield
    left = leftovers.left_since(before)
    assert not left, f"the test has left behind: {', '.join(left)}"


@pytest.fixture(autouse=True)
def loggers() -> Iterator[None]:
    """Leave the loggers that a room writes by as they were: the streams of a test are closed."""
    found = [logging.getLogger(name) for name in LOGGERS]
    before = [(one.handlers, one.level, one.propagate) for one in found]
    yield
    for one, (handlers, level, propagates) in zip(found, before, strict=True):
        if one.handlers is not handlers:
            for handler in one.handlers:
                handler.close()
            one.handlers, one.propagate = handlers, propagates
            one.setLevel(level)


@pytest.fixture(autouse=True)
def seeded(request: pytest.FixtureRequest) -> None:
    """Seed the system's randomness by the test's name."""
    seed = request.config.getoption("seed")
    entropy.source = random.Random(f"{seed} {request.node.nodeid}")


@pytest.fixture(scope="session", autouse=True)
def data_of_all(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of what serves many tests: nothing is ever written to the user's own."""
    folder = tmp_path_factory.mktemp("data")
    os.environ["SIDEPOT_DATA"] = str(folder / "all")
    return folder


@pytest.fixture(autouse=True)
def data(
    data_of_all: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """The data folder of a test, made by whoever writes to it first."""
    folder = data_of_all / f"{id(request.node):x}"
    monkeypatch.setenv("SIDEPOT_DATA", str(folder))
    return folder


@pytest.fixture
def own_words(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Take the words off again that a test adds to those of games."""
    monkeypatch.setattr(words, "_game_words", dict(words._game_words))
    monkeypatch.setattr(words, "_game_files", dict(words._game_files))
    yield
    words.catalogue.cache_clear()
    words.game_file.cache_clear()


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Print what tests recorded as `says`, whichever process ran them, and note the failures."""
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        for name, value in report.user_properties:
            if name == "says":
                terminalreporter.write_sep("-", report.nodeid)
                terminalreporter.write_line(str(value))
    if hasattr(config, "workerinput"):
        return
    FAILED.parent.mkdir(exist_ok=True)
    with FAILED.open("a", encoding="utf-8") as file:
        for report in terminalreporter.getreports("failed") + terminalreporter.getreports("error"):
            crash = getattr(report.longrepr, "reprcrash", None)
            said = str(crash.message if crash else report.longrepr).strip().splitlines() or [""]
            file.write(f"{report.nodeid}: {said[0 if crash else -1][:300]}\n")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn skips into failures under `SIDEPOT_STRICT`."""
    report = yield
    if STRICT and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped, and SIDEPOT_STRICT=1: {report.longrepr}"
    return report
