"""Without numba the program installs, says so in a line, and plays in plain Python."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOTICE = "numba is not installed"


@pytest.fixture
def bare(tmp_path: Path) -> dict[str, str]:
    """An environment in which numba cannot be imported."""
    (tmp_path / "numba.py").write_text("raise ImportError('no wheel for this platform')\n")
    found = os.pathsep.join(map(str, (tmp_path, ROOT / "src")))
    return dict(os.environ, PYTHONPATH=found, NUMBA_DISABLE_JIT="0")


def run(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environment,
        input="fold\n" * 20,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_hand_is_played_without_numba_and_the_notice_is_one_line(bare: dict[str, str]) -> None:
    done = run(bare, "-m", "sidepot", "play", "ricochet-2", "--seed", "1", "--hands", "1")
    assert done.returncode == 0 and not done.stderr
    assert done.stdout.count(NOTICE) == 1
    assert "This hand: " in done.stdout


def test_a_room_deals_without_numba_and_the_notice_is_one_line(
    bare: dict[str, str], tmp_path: Path
) -> None:
    data = {"SIDEPOT_DATA": str(tmp_path / "data")}
    done = run(bare | data, "-m", "sidepot", "serve", "--open", "--port", "0")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(NOTICE) == 1
    assert done.stdout.count("Hand 1,") == 1


WORK = """
import sys
import sidepot
from sidepot.cli import main
from sidepot.kernel import HAS_NUMBA

assert not HAS_NUMBA and not isinstance(sys.modules.get("numba"), type(sys))
hand = sidepot.game("kuhn").deal(players=2, seed=7)
hand.act(hand.game.bot("regular").act(hand.view()))
assert hand.analyze(seconds=0.1) and hand.view() and hand.legal
while not hand.over:
    hand.act(hand.legal.safe)
assert hand.history.replay()[-1].payoffs == hand.payoffs
for words in (
    ["odds", "ricochet-2", "4c / Kd / 9h"],
    ["equity", "kuhn", "K / Q"],
    ["simulate", "kuhn", "--hands", "20"],
    ["match", "kuhn", "regular", "random", "--hands", "20"],
    ["rules", "high-noon-standoff"],
    ["games"],
):
    status = main(words)
    assert status == 0, words
"""
"""What programs and commands do, in one process."""


@pytest.mark.soak("a hand and a room without numba are tried every time")
def test_everything_else_works_without_numba_too(bare: dict[str, str]) -> None:
    done = run(bare, "-c", WORK)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("form", ["0", "1"])
def test_the_plain_form_does_not_load_numba(form: str) -> None:
    imported = "import sys; from sidepot import games; from sidepot.designer import laws"
    code = f"{imported}; print('numba' in sys.modules, end='')"
    said = run(dict(os.environ, NUMBA_DISABLE_JIT=form), "-c", code).stdout
    assert said == str(form == "0")


def test_nothing_is_compiled_by_an_import(tmp_path: Path) -> None:
    """A first start tells by an empty cache that it is one."""
    empty = dict(os.environ, NUMBA_DISABLE_JIT="0", SIDEPOT_CACHE=str(tmp_path))
    code = "from sidepot.room.web.ready import import_all; import_all(); import sidepot.warm"
    assert run(empty, "-c", code).returncode == 0
    assert [*tmp_path.iterdir()] == []


def test_with_numba_there_is_no_notice() -> None:
    compiling = dict(os.environ, NUMBA_DISABLE_JIT="0", NUMBA_OPT="1")
    done = run(compiling, "-m", "sidepot", "play", "kuhn", "--hands", "1")
    assert done.returncode == 0
    assert NOTICE not in done.stdout


def test_the_markers_leave_numba_out_where_it_has_no_wheel() -> None:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    lines = [line for line in text.splitlines() if '"numba' in line and ">=" in line]
    assert lines and all("platform_machine" in line for line in lines)
