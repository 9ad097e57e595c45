"""The fuzzer finds no text that costs more than it weighs, and finds one where there is one."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.foreign.readers import readers

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(
        importlib.util.find_spec("atheris") is None, reason="no atheris: make .venv/.fuzz"
    ),
]
ROOT = Path(__file__).parents[2]
SECONDS = 120
FOUND = 77
"""The fuzzer's exit status."""


def fuzz(reader: str, seconds: int, seed: int, work: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.foreign.fuzz", reader, "--work", str(work)]
    return subprocess.run(
        [*command, "--seconds", str(seconds), "--seed", str(seed)],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )


@pytest.mark.parametrize("reader", readers())
def test_no_text_costs_more_than_it_weighs(
    reader: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    done = fuzz(reader, SECONDS, 1 + request.config.getoption("seed"), tmp_path)
    assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]
    assert "Done " in done.stderr


def test_a_reader_without_bounds_is_found_out(tmp_path: Path) -> None:
    done = fuzz("unbounded", SECONDS, 1, tmp_path)
    assert done.returncode == FOUND and "RecursionError" in done.stdout + done.stderr
