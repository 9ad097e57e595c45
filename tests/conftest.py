"""How tests run: quickly compiled and with bounds checks, or, for `make shipped`, as users get it.

Under SIDEPOT_STRICT=1 nothing may be skipped.
"""

import gc
import os
from collections.abc import Generator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from tests.fast import (
    keep_quick,
    pytest_addoption,
    pytest_runtest_logreport,
    pytest_sessionfinish,
    say_left_out,
)
from tests.long import leave_to_soak

__all__ = [
    "pytest_addoption",
    "pytest_runtest_logreport",
    "pytest_sessionfinish",
]

IS_SHIPPED = os.environ.get("SIDEPOT_SHIPPED") == "1"
"""Are rules compiled as users get them, with no flag of ours?"""
QUICK = {
    "SIDEPOT_BOUNDSCHECK": "1",
    "NUMBA_OPT": "1",  # it compiles in little more than half the time
    "NUMBA_LOOP_VECTORIZE": "0",  # a tenth of the rest, each
    "NUMBA_SLP_VECTORIZE": "0",
    "NUMBA_LLVM_REFPRUNE_PASS": "0",
}
if not IS_SHIPPED:
    for flag, value in QUICK.items():  # before anything is compiled
        os.environ.setdefault(flag, value)
os.environ["SIDEPOT_LANG"] = "en"  # whatever the language of the machine is
collect_ignore = [] if IS_SHIPPED else ["shipped"]
gc.set_threshold(20_000, 20, 20)  # compiling makes millions of objects, and little garbage

# No test is about the time it takes; CI tries the same examples every time.
CI = os.environ.get("SIDEPOT_STRICT") == "1"
hypothesis.settings.register_profile("sidepot", deadline=None, derandomize=CI)
hypothesis.settings.load_profile("sidepot")


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


@pytest.hookimpl(wrapper=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Two more than there are cores: tests with a browser or a server wait most of their time."""
    return (yield) + (0 if IS_SHIPPED else 2)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Who runs what: what is compiled from one file, one process, or each would compile it."""
    if IS_SHIPPED:
        from tests.shipped.groups import ByFile

        return ByFile(config, log)
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With `--fast` the quick tests only; of shipped rules what takes the longest comes first."""
    leave_to_soak(items)
    keep_quick(config, items)
    if IS_SHIPPED:
        from tests.shipped.groups import is_short

        items.sort(key=is_short)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What tests recorded as `says` is printed at the end, whichever process ran them."""
    say_left_out(terminalreporter)
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        for name, value in report.user_properties:
            if name == "says":
                terminalreporter.write_sep("-", report.nodeid)
                terminalreporter.write_line(str(value))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where nothing may be skipped, a skip is a failure."""
    report = yield
    strict = os.environ.get("SIDEPOT_STRICT") == "1"
    if strict and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped, and SIDEPOT_STRICT=1: {report.longrepr}"
    return report
