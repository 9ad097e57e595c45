"""The packed form of a training that ships: chances in sixteenths, without rare sets."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sidepot import games
from sidepot.bots.trained import experts, packed
from sidepot.bots.trained.hashing import mix
from sidepot.bots.trained.packed import Packed
from sidepot.bots.trained.table import _TRIFLE, find, mass_of
from sidepot.errors import BadLearned
from sidepot.lab.learn.checkpoints import strategy_of
from sidepot.lab.learn.training import Pace, Training

ONE_CARD = Path(__file__).parents[3] / "examples" / "one_card.py"
RARE = 5.0


@pytest.fixture(scope="module")
def training() -> Training:
    """A training that is quick."""
    begun = Training(games.find(str(ONE_CARD)), 2, lanes=1, pace=Pace(20, 2, 12))
    begun.run(rounds=5)
    return begun


def shares_of(found: Packed) -> list[np.ndarray]:
    """The chances of each set that is in it."""
    sets, at, buckets = [], 0, found.centers.shape[1]
    for n in found.slots.tolist():
        for _ in range(buckets):
            share = found.shares[at : at + n]
            if share.any():
                sets.append(share)
            at += n
    return sets


def pack(training: Training, head: dict[str, int], least: float) -> Packed:
    """The packed form of a training."""
    return packed.pack(strategy_of(training), training.situations, head, least)


def faults(found: Packed, training: Training, least: float) -> list[str]:
    """The errors in a packed training."""
    visits = np.asarray(training.table.total).sum(axis=1)
    sets, wrong = shares_of(found), []
    if len(sets) != int((visits > least).sum()):
        wrong.append("there are other sets than those that came up often enough")
    if any(0 < share < int(15 * _TRIFLE) for each in sets for share in each.tolist()):
        wrong.append("there are slots that would not be played")
    return wrong


@pytest.mark.soak("what ships changes with training alone")
def test_sets_that_came_up_rarely_do_not_ship(training: Training) -> None:
    for least in (0.0, RARE):
        assert faults(pack(training, {"memory": 1}, least), training, least) == []
    every, often = (len(shares_of(pack(training, {}, least))) for least in (0.0, RARE))
    assert 0 < often < every


def test_a_packed_table_says_how_often_each_set_comes_up(
    training: Training, tmp_path: Path
) -> None:
    """Within a third, as far as 1 in 400, beside the most frequent set of its situation."""
    file, buckets = tmp_path / "masses.bin", training.abstraction.buckets
    learned = strategy_of(training), training.situations
    packed.write(packed.pack(*learned, {"memory": 1}, has_masses=True), file)
    found, visits = packed.table_of(packed.read(file)), np.asarray(training.table.total)
    for situation, n in zip(*map(np.ndarray.tolist, training.situations), strict=True):
        keys = [key for k in range(buckets) if (key := mix(situation, k)) in training.table.keys]
        were = np.array([mass_of(visits, find(training.table.keys, key), n) for key in keys])
        are = np.array([mass_of(found.total, find(found.keys, key), n) for key in keys])
        often = were > were.max() / 400
        assert np.allclose((are / are.max())[often], (were / were.max())[often], rtol=0.35)


@pytest.mark.soak
def test_a_set_too_many_is_noticed(training: Training) -> None:
    found = pack(training, {}, 0.0)
    assert faults(found, training, RARE) == [
        "there are other sets than those that came up often enough"
    ]


def test_a_packed_table_of_another_version_is_refused_with_both_named(tmp_path: Path) -> None:
    found, file = packed.read(min(experts.TABLES.glob("*.bin"))), tmp_path / "old.bin"
    packed.write(found._replace(head={**found.head, "version": 1}), file)
    with pytest.raises(BadLearned, match="of version 1, and this Sidepot reads version 2"):
        packed.read(file)
