"""`--fast` takes what was quick, one case of each test first, and says what it leaves out."""

import os
import subprocess
import sys
from pathlib import Path

from tests import fast
from tests.children import ROOT

CONFTEST = """
from tests.fast import keep_quick as pytest_collection_modifyitems
from tests.fast import (
    pytest_addoption, pytest_runtest_logreport, pytest_sessionfinish, say_left_out,
)

def pytest_terminal_summary(terminalreporter):
    say_left_out(terminalreporter)
"""
TESTS = """
import time
import pytest

@pytest.mark.parametrize("n", [0, 0.5])
def test_one(n):
    time.sleep(n)

def test_slow():
    time.sleep(0.5)
"""


def test_the_quickest_case_of_each_function_comes_first() -> None:
    seconds = {"a[1]": 30.0, "a[2]": 20.0, "b": 35.0, "c[1]": 1.0, "c[2]": 2.0, "d": 70.0}
    assert fast.chosen(seconds, seconds) == {"c[1]", "a[2]", "b", "c[2]"}


def test_a_test_that_never_ran_is_thought_to_be_quick() -> None:
    assert fast.chosen(["new", "old"], {"old": fast.BUDGET}) == {"new"}


def run(folder: Path, *arguments: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_it_goes_by_what_was_measured_and_says_what_it_leaves_out(tmp_path: Path) -> None:
    (tmp_path / "tests_here").mkdir()
    limit = "import tests.fast\ntests.fast.BUDGET = 0.4\n"
    (tmp_path / "conftest.py").write_text(CONFTEST + limit)
    (tmp_path / "tests_here" / "test_some.py").write_text(TESTS)
    status, said = run(tmp_path, "--fast")
    assert status and "run them all once" in said
    assert "3 passed" in run(tmp_path)[1]
    for processes in ((), ("-n", "2")):
        status, said = run(tmp_path, "--fast", *processes)
        assert status == 0 and "1 passed" in said
        assert "2 tests left out" in said and "test_some.py 2" in said
