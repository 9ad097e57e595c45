"""Imports run downward only."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import sidepot
from tests.architecture.imports import PLAN, circles, imports, upward

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
    "room/protocol/views.py": "from sidepot.room import service\n",
    "room/client/http.py": "from sidepot.room.table.state import TableState\n",
    "odds/casino/counting.py": "import sidepot.odds.ricochet.escape\n",
    "odds/sampling.py": "from sidepot.odds.ricochet import escape\n",
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


def test_no_files_import_one_another() -> None:
    assert circles(ROOT) == []


def test_imports_are_absolute() -> None:
    for path in ROOT.rglob("*.py"):
        nodes = ast.walk(ast.parse(path.read_text("utf-8")))
        assert not any(isinstance(node, ast.ImportFrom) and node.level for node in nodes), path


CLOSED = {
    "late": {
        "engine/game.py": "from sidepot.engine.hand import Hand\n",
        "engine/hand.py": "def deal():\n    from sidepot.engine import game\n",
    },
    "for types": {
        "engine/view.py": "import sidepot.engine.hand\n",
        "engine/hand.py": (
            "from typing import TYPE_CHECKING\n"
            "if TYPE_CHECKING:\n    from sidepot.engine.view import TableView\n"
        ),
    },
    "through a package": {
        "history/__init__.py": "from sidepot.history.history import read\n",
        "history/history.py": "from sidepot.history.fields import text\n",
        "history/fields.py": "from sidepot.history import Session\n",
    },
}
"""Circles of files that each law of imports between packages lets pass."""


@pytest.mark.parametrize("kind", CLOSED)
def test_a_circle_of_files_is_noticed(kind: str, tmp_path: Path) -> None:
    for path in ROOT.rglob("*.py"):
        copy = tmp_path / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text("")
    assert circles(tmp_path) == []
    for file, text in CLOSED[kind].items():
        (tmp_path / file).write_text(text)
    names = [file.removesuffix(".py").replace("/", ".") for file in CLOSED[kind]]
    assert upward(tmp_path) == [] and circles(tmp_path) == [sorted(names)]


RINGS = ("room", "lab")
"""The outer rings: whoever writes a game needs neither."""
INNER = {name for name in PLAN if name.partition(".")[0] not in RINGS}
ABOVE = ("cli", "cli.checkup", "terminal", "designer", "warm", "__main__", "__init__")
"""Packages above the rings, which may use all of them."""


def test_the_inner_ring_imports_nothing_of_the_outer_ones() -> None:
    for name in INNER - set(ABOVE):
        assert not [below for below in PLAN[name] if below not in INNER], name


def test_the_outer_rings_do_not_know_each_other() -> None:
    for name in PLAN.keys() - INNER:
        [other] = set(RINGS) - {name.partition(".")[0]}
        assert not [below for below in PLAN[name] if below.partition(".")[0] == other], name


@pytest.mark.parametrize("package", ["room/client", "terminal"])
def test_guests_import_nothing_of_the_room_but_its_protocol(package: str) -> None:
    for file in (ROOT / package).rglob("*.py"):
        names = [name for name in imports(file) if name.startswith("sidepot.room")]
        assert all(
            name.startswith(("sidepot.room.protocol", "sidepot.room.client")) for name in names
        ), file


@pytest.mark.parametrize(
    "start", ["import sidepot", "from sidepot.cli import build_parser as b; b()"]
)
def test_a_start_loads_nothing_heavy(start: str) -> None:
    code = f"import sys; {start}; print([m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
