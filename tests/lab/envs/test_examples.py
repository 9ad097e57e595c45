"""The learners in `examples/agents`, in a short form."""

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sidepot import kernel
from sidepot.engine.modules import import_file
from sidepot.lab.envs.agents import load, save
from sidepot.odds.ricochet import heads_up

if sys.version_info >= (3, 15):
    pytest.skip("torch and OpenSpiel have no wheels for Python 3.15", allow_module_level=True)

pytestmark = pytest.mark.compiled  # the session of `make test` for which OpenSpiel is installed
FOLDER = Path(__file__).parents[3] / "examples" / "agents"
LINES = 80
LEDUC = 13
"""The most that a hand of Leduc poker costs, in antes."""


@pytest.fixture(autouse=True)
def beside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Import the file's neighbours, as Python does for a script."""
    monkeypatch.syspath_prepend(str(FOLDER))


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


@pytest.mark.soak  # torch is installed for those
def test_ppo_beats_random_by_three_standard_errors(tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib")
    ricochet = example("ricochet_ppo")
    model, _ = ricochet.train(12_288, parts=1, hands=1000)
    mean, error = ricochet.result(model, "random", hands=4000)
    assert mean > 3 * error
    agent = load(save(model, tmp_path / "agent"))
    lost, spread = example("solved_value").distance(agent, deals=2)
    assert 0 <= lost < 3 and spread >= 0


DECK = [5, 0, *range(1, 5), *range(6, 52)]
"""Seat 1 has the deuce of clubs, and seat 0 the three of diamonds."""


def perfect(view: Any, rng: Any) -> str:
    """The best action by the solution, from what the seat sees."""
    bounds = heads_up.values(view.rules, kernel.from_bytes(view.rules.layout(), view.record))
    values = [sum(pair) for pair in bounds or ()]
    best = values.index(max(values))
    return f"buy {best}" if best else "fold"


def check_judge(solved: Any) -> None:
    """Perfect play gives up nothing, and a fold all that the hand was worth."""
    first = heads_up.values(solved.GAME, solved.GAME.deal(players=2, deck=DECK).record(1))
    worth = max(sum(bounds) / 2 for bounds in first or ())
    assert worth > 0.01
    assert solved.forgone(lambda view, rng: "fold", 1, DECK) == pytest.approx(worth)
    assert solved.forgone(perfect, 1, DECK) == 0


@pytest.mark.soak  # torch is installed for those
def test_perfect_play_gives_up_nothing_and_a_fold_all_that_the_hand_was_worth() -> None:
    pytest.importorskip("sb3_contrib")  # the example's agents are of this library
    check_judge(example("solved_value"))


def values_of_the_others(game: Any, view: Any) -> Any:
    """The value of each buy to the opponent."""
    return [(-most, -least) for least, most in heads_up.values(game, view) or ()]


def nothing_is_worth_more(game: Any, view: Any) -> Any:
    """The same for every buy."""
    return [(0.0, 0.0) for _ in heads_up.values(game, view) or ()]


@pytest.mark.soak
@pytest.mark.parametrize("values", [values_of_the_others, nothing_is_worth_more])
def test_a_judge_who_is_wrong_is_caught(values: Any) -> None:
    pytest.importorskip("sb3_contrib")
    solved = example("solved_value")
    solved.heads_up = SimpleNamespace(values=values)
    with pytest.raises(AssertionError):
        check_judge(solved)


@pytest.mark.soak  # torch is installed for those
def test_openspiels_a2c_plays_high_noon() -> None:
    pytest.importorskip("pyspiel")
    curve = example("high_noon_a2c").train(60, parts=1, tries=20)
    assert [hands for hands, *_ in curve] == [0, 60]


@pytest.mark.soak  # torch is installed for those
def test_ppo_in_one_file_learns_leduc() -> None:
    pytest.importorskip("torch", reason="needs torch: pip install 'sidepot[agents]'")
    _, won = example("cleanrl_ppo").train("leduc", 60_000)
    assert won[-1] > won[0] + 0.5


@pytest.mark.soak
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # TorchRL warns of its own classes
@pytest.mark.filterwarnings("ignore:The env passed to Collector:FutureWarning")
def test_torchrls_ppo_plays_leduc(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torchrl", reason="needs TorchRL: pip install torchrl 'sidepot[agents]'")
    ppo = example("torchrl_ppo")
    monkeypatch.setattr(ppo, "FRAMES", 200)  # on a busy machine the usual rollouts take minutes
    monkeypatch.setattr(ppo, "PART", 100)
    won = ppo.train("leduc", 400)
    assert len(won) == 2 and all(0 < abs(mean) < LEDUC for mean in won)


@pytest.mark.soak
def test_tianshous_q_learning_plays_leduc(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("tianshou", reason="needs Tianshou: pip install tianshou 'sidepot[agents]'")
    learner = example("tianshou_dqn")
    monkeypatch.setattr(learner, "TRIAL", 40)
    assert all(0 < abs(mean) < LEDUC for mean in learner.train("leduc", 400))
