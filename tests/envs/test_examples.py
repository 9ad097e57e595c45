"""The learners in `examples/agents`, in a short form."""

import sys
from pathlib import Path
from typing import Any

import pytest

from sidepot.engine.game_files import import_file
from sidepot.envs.agents import load, save

if sys.version_info >= (3, 15):
    pytest.skip("torch and OpenSpiel have no wheels for Python 3.15", allow_module_level=True)

FOLDER = Path(__file__).parents[2] / "examples" / "agents"
LINES = 60


def example(name: str) -> Any:
    return import_file(FOLDER / f"{name}.py")


def test_each_is_short() -> None:
    for file in FOLDER.glob("*.py"):
        assert len(file.read_text("utf-8").splitlines()) < LINES, file


def test_cfr_finds_the_value_of_kuhn_poker() -> None:
    pytest.importorskip("pyspiel")
    kuhn = example("kuhn_cfr")
    value, distance, curve = kuhn.solve(32)
    assert abs(value - kuhn.VALUE) < 0.01 and distance < 0.01
    assert curve[0][1] > 0.1  # it has learned that


def test_ppo_beats_random_by_three_standard_errors(tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib")
    ricochet = example("ricochet_ppo")
    model, _ = ricochet.train(20_480, parts=1, hands=2000)
    mean, error = ricochet.result(model, "random", hands=5000)
    assert mean > 3 * error
    agent = load(save(model, tmp_path / "agent"))
    value, less = example("solved_opening").forgone(agent)
    assert 0.3 < value < 0.34 and 0 < less < 2 * value


def test_openspiels_a2c_plays_high_noon() -> None:
    pytest.importorskip("pyspiel")
    curve = example("high_noon_a2c").train(60, parts=1, tries=20)
    assert [hands for hands, *_ in curve] == [0, 60]
