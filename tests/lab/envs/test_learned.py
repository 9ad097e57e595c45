"""Learned strategies as opponents in environments, by their file, their bot, or `expert`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from sidepot import kernel
from sidepot.bots import Bot, PolicyBot, policy_of
from sidepot.engine.action import Action
from sidepot.errors import BadLearned, BadSetup, UnknownBot
from sidepot.games.leduc import LEDUC
from sidepot.kernel import Records
from sidepot.lab.envs.batches import Batch
from sidepot.lab.interpreted import CompiledPlayer, match_interpreted
from sidepot.lab.learn import checkpoints
from sidepot.lab.learn.checkpoints import strategy_of
from sidepot.lab.learn.training import Training
from sidepot.lab.match import match
from sidepot.lab.strength.playing import Limits, play
from tests.lab.learn.games.kuhn import KUHN
from tests.lab.test_match import result

PLACES, STEPS = 8, 40


@dataclass(frozen=True)
class Asked(Bot):
    """A bot asked in Python, one place after the other."""

    bot: Bot

    def choose(self, view: Records, rngs: Records) -> Action:
        """See `Bot`."""
        return self.bot.choose(view, rngs)


@pytest.fixture(scope="module")
def training() -> Training:
    begun = Training(KUHN, is_exact=True, lanes=1)
    begun.run(rounds=30)
    return begun


def played(opponent: object, seat: int = 0) -> list[list[float]]:
    """The rewards of a seat that takes the first legal slot, step by step."""
    batch = Batch(KUHN, PLACES, 2, seed=3)
    now = batch.advance(seat, {1 - seat: opponent})  # type: ignore[dict-item]
    found = []
    for _ in range(STEPS):
        assert (now.current_player == seat).all()
        with kernel.by_pointers():
            now = batch.step(now.action_mask.argmax(1))
        assert np.abs(now.rewards.sum(axis=1)).max() == 0
        assert (now.rewards[~now.terminated] == 0).all()
        found.append(now.rewards[:, seat].tolist())
    return found


@pytest.mark.parametrize("seat", [0, 1])
def test_a_file_plays_the_other_seat(training: Training, tmp_path: Path, seat: int) -> None:
    """A player who never bets and always folds loses to it; the same seed gives the same hands."""
    file = tmp_path / "kuhn.sidepot"
    checkpoints.save(training, file)
    won, asked = played(str(file), seat), Asked(strategy_of(training))
    assert won == played(strategy_of(training), seat) == played(asked, seat)
    assert won != played("random", seat)
    assert sum(map(sum, won)) < 0


def test_it_plays_alike_in_a_compiled_match_and_through_hand(
    training: Training, tmp_path: Path
) -> None:
    bot, rest = strategy_of(training), policy_of(KUHN, "random")
    slow = [CompiledPlayer(player) for player in (bot, PolicyBot(KUHN, rest))]
    quick = match(KUHN, [bot, rest], deals=20, stack=2)
    assert result(quick) == result(match_interpreted(KUHN, slow, deals=20, stack=2))
    limits = Limits(deals=20)
    assert play(KUHN, [bot, rest], stack=2, limits=limits).mean == quick.mean[0]
    with pytest.raises(BadSetup, match="played in this process"):
        match(KUHN, [bot, rest], deals=1, record=tmp_path / "record")


def test_hands_without_a_decision_of_the_own_seat_do_not_count() -> None:
    """A bot that always folds ends hands alone where it opens; nothing is won by them."""
    folding = Training(KUHN, is_exact=True)
    folding.run(rounds=1)
    wins = played(strategy_of(folding), 1)
    assert all(reward in (-2.0, -1.0, 0.0, 1.0, 2.0) for row in wins for reward in row)


def test_a_file_for_another_game_is_refused(training: Training, tmp_path: Path) -> None:
    file = tmp_path / "kuhn.sidepot"
    checkpoints.save(training, file)
    with pytest.raises(BadLearned, match="was learned for other rules: small-kuhn"):
        Batch(LEDUC, 2, 2).advance(0, str(file))
    with pytest.raises(UnknownBot, match="no-such-file"):
        Batch(KUHN, 2, 2).advance(0, str(tmp_path / "no-such-file"))
