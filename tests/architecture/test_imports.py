"""Imports run downward only."""

import subprocess
import sys
from pathlib import Path

import pytest

import sidepot
from tests.architecture.imports import ROOMS, upward

ROOT = Path(sidepot.__file__).parent
HEAVY = ("numba", "numpy", "rich", "babel", "platformdirs")


def test_every_room_is_on_the_plan() -> None:
    found = {path.stem for path in ROOT.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert found - {"__pycache__"} == set(ROOMS)


def test_the_plan_has_no_way_up() -> None:
    order = list(ROOMS)
    for room, below in ROOMS.items():
        if room not in ("__init__",):
            assert all(order.index(name) < order.index(room) for name in below), room


def test_imports_run_downward() -> None:
    assert upward(ROOT) == []


def test_an_import_that_runs_upward_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "chips.py").write_text("def late():\n    from sidepot.bots import find\n")
    assert upward(tmp_path) == ["rules/chips.py imports sidepot.bots.find"]


@pytest.mark.parametrize(
    "start", ["import sidepot", "from sidepot.cli import build_parser as b; b()"]
)
def test_a_start_loads_nothing_heavy(start: str) -> None:
    code = f"import sys; {start}; print([m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
