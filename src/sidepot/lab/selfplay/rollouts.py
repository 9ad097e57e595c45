"""The log of a rollout: decisions of the learner, and their advantages once the hand is over.

A decision whose hand is still in play stays in the log for the next rollout, so that every hand is
learned from whole, however long it is.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sidepot.kernel import Array, Random, Records, below, compiled
from sidepot.lab.selfplay.network import Weights, mix, pack, run

LEARNER = 0
"""The number of the network that learns; others are its snapshots."""
_NONE = -1
_PARTS = 1 << 24
"""Chances are drawn as whole numbers out of this many."""


class Log(NamedTuple):
    """Decisions in the order in which they were made."""

    size: Array
    """int64[1]: the number of decisions."""
    begin: Array
    """int64[rows + 1]: the first number of each observation in `where` and `value`."""
    where: Array
    value: Array
    allowed: Array
    """bool[rows, slots]."""
    slot: Array
    """int32[rows]: the slot that was chosen."""
    chance: Array
    """float32[rows]: the logarithm of its chance then."""
    worth: Array
    """float32[rows]: the value of the position as the network saw it."""
    before: Array
    """int64[rows]: the seat's decision before this one in the same hand, or -1."""
    ready: Array
    """bool[rows]: whether the hand is over."""
    gain: Array
    """float32[rows]: the advantage."""
    target: Array
    """float32[rows]: what the value should have been."""


def log_of(rows: int, inputs: int, slots: int) -> Log:
    """An empty log. Memory is taken as it is filled."""
    entries = (rows + 1) * (inputs + 1)
    return Log(
        np.zeros(1, np.int64),
        np.zeros(rows + 1, np.int64),
        np.empty(entries, np.int32),
        np.empty(entries, np.float32),
        np.zeros((rows, slots), np.bool_),
        np.zeros(rows, np.int32),
        np.zeros(rows, np.float32),
        np.zeros(rows, np.float32),
        np.zeros(rows, np.int64),
        np.zeros(rows, np.bool_),
        np.zeros(rows, np.float32),
        np.zeros(rows, np.float32),
    )


class Place(NamedTuple):
    """The players of each place, and the memory of one lane."""

    networks: Array
    """int64[places, seats]: the number of the network that plays each seat."""
    last: Array
    """int64[places, seats]: the last decision of each seat in the hand in play, or -1."""
    z: Array
    out: Array
    chance: Array
    chosen: Array
    """int64[places]: the slots to play."""


def place_of(networks: Array, width: int, slots: int) -> Place:
    """The memory of places at the beginning of hands."""
    return Place(
        networks,
        np.full(networks.shape, _NONE, np.int64),
        np.zeros(width, np.float32),
        np.zeros(slots + 1, np.float32),
        np.zeros(slots, np.float32),
        np.zeros(len(networks), np.int64),
    )


@compiled
def act(
    weights: Weights, place: Place, player: Array, seen: Array, allowed: Array, rngs: Records,
    log: Log,
) -> None:  # fmt: skip
    """Choose a slot in every place; the learner's decisions are logged, if there is a choice."""
    networks, last, z, out, chance, chosen = place
    size, begin, where, value = log.size, log.begin, log.where, log.value
    rng = rngs[0]
    for i in range(len(player)):
        p = player[i]
        k, row = networks[i, p], size[0]
        end = pack(seen, i, where, value, begin[row])
        run(weights, k, where, value, begin[row], end, z, out)
        mix(out, allowed, i, chance)
        slot = _pick(rng, chance)
        chosen[i] = slot
        if k == LEARNER and chance[slot] < 1:
            _note(log, row, end, allowed, i, slot, np.log(chance[slot]), out[len(out) - 1])
            log.before[row] = last[i, p]
            last[i, p] = row


@compiled
def _pick(rng: Random, chance: Array) -> int:
    """A slot by its chance."""
    left, chosen = below(rng, _PARTS) / _PARTS, 0
    for j in range(len(chance)):
        if chance[j] > 0:
            chosen = j
            left -= chance[j]
            if left < 0:
                break
    return chosen


@compiled
def _note(
    log: Log, row: int, end: int, allowed: Array, i: int, slot: int, chance: float, worth: float
) -> None:
    """Add a decision to the log."""
    log.begin[row + 1] = end
    for j in range(allowed.shape[1]):
        log.allowed[row, j] = allowed[i, j]
    log.slot[row], log.chance[row], log.worth[row] = slot, chance, worth
    log.ready[row] = False
    log.size[0] = row + 1


@compiled
def credit(
    log: Log, last: Array, terminated: Array, rewards: Array, unit: float, decay: float
) -> None:
    """Give the decisions of hands that are over their advantages (GAE without discount).

    Rewards come at the end alone; `decay` is the lambda of the estimate.
    """
    worth, before, ready, gain, target = log.worth, log.before, log.ready, log.gain, log.target
    for i in range(len(terminated)):
        if not terminated[i]:
            continue
        for p in range(last.shape[1]):
            row, more, after = last[i, p], 0.0, rewards[i, p] / unit
            last[i, p] = _NONE
            while row >= 0:
                more = after - worth[row] + decay * more
                gain[row], target[row] = more, worth[row] + more
                ready[row] = True
                after, row = worth[row], before[row]


@compiled
def keep_open(log: Log, last: Array, moved: Array) -> None:
    """Remove what was learned from: decisions of hands in play move to the front of the log.

    `moved`, int64[rows], is scratch space.
    """
    begin, rows = 0, 0
    for row in range(log.size[0]):
        moved[row] = _NONE
        if log.ready[row]:
            continue
        first, end = log.begin[row], log.begin[row + 1]
        for e in range(first, end):
            log.where[begin + e - first] = log.where[e]
            log.value[begin + e - first] = log.value[e]
        begin += end - first
        earlier = log.before[row]
        log.before[rows] = moved[earlier] if earlier >= 0 else _NONE
        for j in range(log.allowed.shape[1]):
            log.allowed[rows, j] = log.allowed[row, j]
        log.slot[rows], log.chance[rows] = log.slot[row], log.chance[row]
        log.worth[rows], log.ready[rows] = log.worth[row], False
        moved[row] = rows
        rows += 1
        log.begin[rows] = begin
    log.size[0] = rows
    for i in range(last.shape[0]):
        for p in range(last.shape[1]):
            if last[i, p] >= 0:
                last[i, p] = moved[last[i, p]]
