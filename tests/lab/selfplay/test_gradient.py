"""The gradient of the learner, against differences of the loss that it descends."""

import itertools

import numpy as np
import pytest

from sidepot.kernel import Array
from sidepot.lab.selfplay.network import Network, Weights, blank, pack
from sidepot.lab.selfplay.ppo import Rule, add_gradient, space_of
from sidepot.lab.selfplay.rollouts import Log, log_of

INPUTS, SLOTS, ROWS = 5, 4, 6
RULE = Rule(*map(np.float32, (0.25, 0.5, 0.2, 0.1, 0.5)))  # type: ignore[arg-type]
STEP = 1e-3
SEEDS = range(3)


def filled(seed: int) -> Log:
    """A log of decisions at random observations, some of them long outdated."""
    chance = np.random.default_rng(seed)
    log = log_of(ROWS, INPUTS, SLOTS)
    for row in range(ROWS):
        seen = (chance.normal(size=(1, INPUTS)) * (chance.random((1, INPUTS)) < 0.6)).astype("f4")
        log.begin[row + 1] = pack(seen, 0, log.where, log.value, log.begin[row])
        log.allowed[row] = chance.random(SLOTS) < 0.7
        log.slot[row] = chance.integers(SLOTS)
        log.allowed[row, log.slot[row]] = True
        log.chance[row] = np.log(chance.uniform(0.05, 1))
        log.gain[row], log.target[row] = chance.normal(size=2)
    log.size[0] = ROWS
    return log


def loss(network: Network, log: Log) -> float:
    """The loss of all decisions, as the method states it."""
    total = 0.0
    for row in range(ROWS):
        seen = np.zeros(INPUTS, np.float32)
        cut = slice(log.begin[row], log.begin[row + 1])
        seen[log.where[cut]] = log.value[cut]
        chances = network.chances(seen, log.allowed[row])[0].astype(float)
        worth = float(network.values(seen, log.allowed[row])[0])
        ratio = chances[log.slot[row]] / np.exp(float(log.chance[row]))
        gain = (float(log.gain[row]) - RULE.mean) * RULE.scale
        kept = min(max(ratio, 1 - RULE.clip), 1 + RULE.clip)
        mixed = chances[chances > 0]
        total -= min(ratio * gain, kept * gain)
        total += RULE.entropy * float((mixed * np.log(mixed)).sum())
        total += RULE.value * (worth - float(log.target[row])) ** 2 / 2
    return total


def network(hidden: int, seed: int) -> Network:
    made, chance = Network(INPUTS, SLOTS, hidden, seed), np.random.default_rng(seed)
    for part in made.weights:
        part[:] = chance.normal(0, 0.5, part.shape)
    return made


def gradient(made: Network, log: Log) -> Weights:
    found = blank(1, INPUTS, made.hidden, SLOTS)
    add_gradient(made.weights, log, np.arange(ROWS), RULE, space_of(found), found)
    return found


def differences(made: Network, log: Log, part: Array) -> Array:
    """The slope of the loss by every weight of a part."""
    found = np.zeros_like(part)
    for place in itertools.product(*map(range, part.shape)):
        before, losses = part[place], []
        for sign in (1, -1):
            part[place] = before + sign * STEP
            losses.append(loss(made, log))
        part[place] = before
        found[place] = (losses[0] - losses[1]) / (2 * STEP)
    return found


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("hidden", [0, 3])
def test_the_gradient_is_the_slope_of_the_loss(hidden: int, seed: int) -> None:
    made, log = network(hidden, seed), filled(seed)
    for own, part in zip(gradient(made, log), made.weights, strict=True):
        assert own == pytest.approx(differences(made, log, part), abs=0.02)


def test_a_gradient_without_entropy_would_be_noticed() -> None:
    made, log = network(3, 0), filled(0)
    found = blank(1, INPUTS, 3, SLOTS)
    wrong = RULE._replace(entropy=np.float32(0.4))  # type: ignore[arg-type]
    add_gradient(made.weights, log, np.arange(ROWS), wrong, space_of(found), found)
    assert found.outer != pytest.approx(differences(made, log, made.weights.outer), abs=0.02)
