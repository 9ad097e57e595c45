"""Rollouts of self-play: whole hands, their advantages, and the seats that are learned from."""

import numpy as np
import pytest

from sidepot import games, kernel
from sidepot.lab.envs.batches import Batch
from sidepot.lab.selfplay.learner import SelfPlay, _chairs
from sidepot.lab.selfplay.network import Network
from sidepot.lab.selfplay.ppo import Settings
from sidepot.lab.selfplay.rollouts import (
    LEARNER,
    Log,
    Place,
    act,
    credit,
    keep_open,
    log_of,
    place_of,
)

N, ROWS = 6, 400
LEDUC = games.find("leduc")


class Table:
    """Hands of Leduc in play, with the log of what the learner did."""

    def __init__(self, past: float = 0.0) -> None:
        self.batch = Batch(LEDUC, N, 2, seed=5)
        inputs, slots = self.batch.encoder.size, self.batch.slots.n
        self.weights = Network(inputs, slots, hidden=0).weights
        if past:
            self.weights = type(self.weights)(*(np.repeat(part, 5, 0) for part in self.weights))
        self.log: Log = log_of(ROWS, inputs, slots)
        self.place: Place = place_of(_chairs(self.batch, past), slots + 1, slots)
        self.rngs = kernel.generator(3)
        self.now = self.batch.reset()
        self.made: list[tuple[int, int]] = []
        """The place and the seat of every decision."""
        self.won: list[np.ndarray] = []
        """What every hand brought to the seats, by the places."""

    def step(self, decay: float = 1.0) -> None:
        now, log = self.now, self.log
        seats = now.current_player.tolist()
        act(
            self.weights, self.place, now.current_player, now.observation, now.action_mask,
            self.rngs, log,
        )  # fmt: skip
        self.made += list(enumerate(seats))
        self.now = now = self.batch.step(self.place.chosen)
        credit(log, self.place.last, now.terminated, now.rewards, 1.0, decay)
        self.won += [now.rewards[i].copy() for i in np.flatnonzero(now.terminated)]


def test_every_decision_of_a_finished_hand_is_ready() -> None:
    table = Table()
    for _ in range(12):
        table.step()
    open_rows = {row for row in table.place.last.ravel().tolist() if row >= 0}
    for row in list(open_rows):
        while (row := int(table.log.before[row])) >= 0:
            open_rows.add(row)
    ready = table.log.ready[: table.log.size[0]]
    assert {int(row) for row in np.flatnonzero(~ready)} == open_rows
    assert 0 < ready.sum() < table.log.size[0] == 12 * N


@pytest.mark.parametrize("decay", [1.0, 0.5])
def test_advantages_are_what_the_hand_brought_beyond_the_value(decay: float) -> None:
    table = Table()
    while not table.won:
        table.step(decay)
    log = table.log
    place = int(np.flatnonzero(table.now.terminated)[0])
    for seat in range(2):
        rows = [k for k, made in enumerate(table.made) if made == (place, seat)]
        worth = [float(log.worth[row]) for row in rows]
        after = [*worth[1:], float(table.won[0][seat])]
        errors = [new - old for new, old in zip(after, worth, strict=True)]
        for k, row in enumerate(rows):
            gain = sum(decay**m * error for m, error in enumerate(errors[k:]))
            assert log.gain[row] == pytest.approx(gain, abs=1e-5)
            assert log.target[row] == pytest.approx(worth[k] + gain, abs=1e-5)


def test_hands_in_play_are_learned_from_whole_in_the_next_rollout() -> None:
    one, two = Table(), Table()
    moved = np.zeros(ROWS, np.int64)
    for _ in range(7):
        one.step()
        two.step()
    first = np.flatnonzero(two.log.ready[: two.log.size[0]])
    collected = [two.log.target[first].copy()]
    keep_open(two.log, two.place.last, moved)
    assert not two.log.ready[: two.log.size[0]].any()
    for _ in range(9):
        one.step()
        two.step()
    ready = np.flatnonzero(two.log.ready[: two.log.size[0]])
    collected.append(two.log.target[ready])
    expected = one.log.target[: one.log.size[0]][one.log.ready[: one.log.size[0]]]
    assert sorted(np.concatenate(collected)) == pytest.approx(sorted(expected), abs=1e-6)
    row = ready[-1]
    cut = slice(two.log.begin[row], two.log.begin[row + 1])
    assert (two.log.value[cut] != 0).all()


def test_only_the_learners_seats_are_learned_from() -> None:
    table = Table(past=1.0)
    for _ in range(10):
        table.step()
    own = [made for made in table.made if table.place.networks[made] == LEARNER]
    assert 0 < table.log.size[0] == len(own) < 10 * N


SHORT = Settings(rollout=64, part=32)


def learned(threads: int) -> np.ndarray:
    learner = SelfPlay("kuhn", 2, n=16, hidden=4, seed=9, threads=threads, settings=SHORT)
    return np.asarray(learner.learn(120).weights.first)


def test_the_result_does_not_depend_on_threads() -> None:
    one = learned(1)
    assert (one == learned(2)).all() and one.any()
