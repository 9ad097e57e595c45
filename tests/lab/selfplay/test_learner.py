"""Self-play learns: Kuhn poker against the exact best reply, and opponents of other kinds."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from sidepot import games, kernel
from sidepot.errors import BadSetup, BadStrategy
from sidepot.kernel import Records
from sidepot.lab.envs import agents
from sidepot.lab.envs.position import Position, Table
from sidepot.lab.learn.exact import Strategy, Tree, actions_of
from sidepot.lab.selfplay import Network, Progress, SelfPlay, Settings
from sidepot.lab.selfplay.learner import play_against

LOOSE = ("journal", "pad")
"""What a record with room for a journal has not in common with one without."""
KUHN = games.find("kuhn")


def strategy(network: Network) -> Strategy:
    """A network's strategy, as chances of actions."""
    table = Table(KUHN, 2)
    position = Position(table)

    def chances(view: Records) -> Mapping[int, float]:
        full = KUHN.batch()
        for name in view.dtype.names or ():
            if name not in LOOSE:
                full[name] = view[name]
        position.put(kernel.to_bytes(full))
        seen = np.zeros(table.encoder.size, np.float32)
        position.observe(position.actor, seen)
        found = network.chances(seen, position.mask)[0]
        slots = {position.number(slot): slot for slot in np.flatnonzero(position.mask)}
        return {action: float(found[slots[action]]) for action in actions_of(KUHN, view)}

    return chances


@pytest.mark.compiled
def test_self_play_gets_near_the_solution_of_kuhn_poker() -> None:
    tree, settings = Tree(KUHN), Settings(rollout=16_384, part=1024)
    learner = SelfPlay("kuhn", 2, seed=3, hidden=32, settings=settings)
    before = tree.exploitability(strategy(learner.network))
    learner.learn(600_000)
    after = tree.exploitability(strategy(learner.network))
    assert before > 0.4 and after < 0.15
    assert learner.steps >= 600_000


@pytest.mark.compiled
def test_a_linear_network_learns_to_beat_random_play_and_its_past_plays() -> None:
    settings = Settings(rollout=16_384, part=2048)
    learner = SelfPlay("leduc", 2, hidden=0, seed=4, past=0.5, settings=settings)
    learner.learn(300_000)
    mean, error = play_against(learner.network, games.find("leduc"), "random", 4000)
    assert mean > 5 * error


@pytest.mark.compiled
def test_opponents_of_the_house_are_learned_from_too() -> None:
    settings = Settings(rollout=8_192, part=2048)
    learner = SelfPlay("kuhn", 2, hidden=8, seed=4, opponents="random", settings=settings)
    reports: list[Progress] = []
    learner.learn(80_000, report=reports.append)
    assert reports[-1].steps == learner.steps and reports[-1].share == 1
    mean, error = play_against(learner.network, KUHN, "random", 4000, greedy=True)
    assert mean > 5 * error


def test_a_network_is_saved_and_played_as_an_agent(tmp_path: Path) -> None:
    learner = SelfPlay("kuhn", 2, n=4, hidden=3, seed=1, lanes=1)
    seen = np.ones(learner.batch.encoder.size, np.float32)
    allowed = np.ones(learner.batch.slots.n, np.bool_)
    file = agents.save(learner.network, tmp_path / "agent", learner)
    again = Network.load(file)
    assert (again.chances(seen, allowed) == learner.network.chances(seen, allowed)).all()
    slot, _ = again.predict(seen, action_masks=allowed, deterministic=True)
    assert slot == again.chances(seen, allowed).argmax()
    hand = KUHN.deal(players=2, seed=1)
    assert agents.load(file)(hand.view(), None) in map(str, hand.legal)  # type: ignore[arg-type]
    with pytest.raises(BadStrategy):
        agents.load(file, games.find("leduc"))


def test_slots_that_are_not_legal_have_no_chance() -> None:
    allowed = np.array([[True, False, True], [False, True, False]])
    found = Network(4, 3, seed=2).chances(np.ones((2, 4), np.float32), allowed)
    assert (found[~allowed] == 0).all()
    assert found.sum(1) == pytest.approx([1, 1], abs=1e-6)


def test_a_network_of_too_many_units_is_refused() -> None:
    with pytest.raises(BadSetup, match="hidden"):
        Network(4, 3, hidden=100_000)
