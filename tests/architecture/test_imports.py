"""Imports run downward only."""

import subprocess
import sys
from pathlib import Path

import pytest

import sidepot
from tests.architecture.imports import PLAN, imports, upward

ROOT = Path(sidepot.__file__).parent
HEAVY = ("numba", "numpy", "rich", "babel", "platformdirs")


def test_every_package_is_on_the_plan() -> None:
    found = {path.stem for path in ROOT.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert found - {"__pycache__"} == {name.partition(".")[0] for name in PLAN}


def test_the_plan_has_no_way_up() -> None:
    order = list(PLAN)
    for package, below in PLAN.items():
        if package != "__init__":
            assert all(order.index(name) < order.index(package) for name in below), package


def test_imports_run_downward() -> None:
    assert upward(ROOT) == []


BROKEN = {
    "rules/chips.py": "def late():\n    from sidepot.bots import find\n",
    "room/table/apply.py": "from sidepot.room.storage import store\n",
    "room/storage/store.py": "from sidepot.room.views.encode import encode\n",
    "protocol/views.py": "from sidepot.room import service\n",
    "client/http.py": "from sidepot.room.table.state import TableState\n",
    "odds/casino/counting.py": "import sidepot.odds.ricochet.escape\n",
    "odds/sampling.py": "from sidepot.odds import of\n",
    "engine/game.py": "from sidepot.games import find\n",
}
"""Files with an arrow that runs up, or across."""


@pytest.mark.parametrize("file", BROKEN)
def test_an_import_that_runs_upward_is_noticed(file: str, tmp_path: Path) -> None:
    for path in ROOT.rglob("*.py"):
        copy = tmp_path / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text("")
    (tmp_path / file).write_text(BROKEN[file])
    assert upward(tmp_path) == [f"{file} imports {next(imports(tmp_path / file))}"]


@pytest.mark.parametrize("package", ["client", "terminal"])
def test_guests_import_nothing_of_the_room(package: str) -> None:
    for file in (ROOT / package).rglob("*.py"):
        assert not [name for name in imports(file) if name.startswith("sidepot.room")], file


@pytest.mark.parametrize(
    "start", ["import sidepot", "from sidepot.cli import build_parser as b; b()"]
)
def test_a_start_loads_nothing_heavy(start: str) -> None:
    code = f"import sys; {start}; print([m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
