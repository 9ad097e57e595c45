"""A reply learned against a frozen strategy; its winnings bound exploitability from below.

The same learner as the strategy's, which alone goes on learning. It is learned twice, with the same
lumping of hands and with a finer one, because the finer one needs longer to be better.
"""

from __future__ import annotations

import math
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from sidepot.bots.trained import table as tables
from sidepot.bots.trained.locating import slots_of
from sidepot.bots.trained.strategy import Trained
from sidepot.lab.learn.checkpoints import strategy_of
from sidepot.lab.learn.public_tree import unit_of
from sidepot.lab.learn.training import Pace, Training
from sidepot.lab.strength.playing import Result

FINER = 10
"""The factor by which the finer reply has more buckets."""
_BOUND = 50.0
"""The least gain of an alternative, in units over all deals, to be preferred."""
BOUNDS = (0.0, 300.0, 3000.0, 30_000.0)
"""The same on the tree, where all are tried: with finer cards few deals come to a set."""
_TIMES = 64
"""Times that a deal is played on the tree from each seat."""
_EVERY = 3
"""At the table all slots are tried in one turn of so many: else a deal would take half a second."""
_PACE = Pace(32, 32, 64)
"""At the table a deal is gone through often, as finding the others' prospects takes longest."""
_LEAST = 1.0
"""Seconds that a reply learns at least: one round is done in any case."""
Watch = Callable[[float], None]


def learn(
    strategy: Trained,
    *,
    stack: int,
    finer: int = FINER,
    sizes: Sequence[int] | None = None,
    seconds: float | None = None,
    rounds: int | None = None,
    seed: int = 0,
    threads: int = 1,
    progress: Watch = lambda left: None,
) -> Training:
    """The training of a reply to a strategy, in some rounds or seconds, with stacks in chips.

    `sizes`: bets of its own, in hundredths of the pot after a call, with which it learns at the
    table and not on the strategy's tree. `progress` is called with the seconds left. Raises
    `KeyboardInterrupt` after the round in hand.
    """
    theirs = strategy.abstraction
    own = replace(theirs, buckets=finer * theirs.buckets)
    if sizes is not None:
        own = replace(own, sizes=sizes, every=max(_EVERY, own.every))
    training = Training(
        strategy.game,
        strategy.players,
        stacks=(stack, stack),
        seed=seed,
        abstraction=own,
        against=strategy,
        is_on_tree=sizes is None,
        pace=None if sizes is None else _PACE,
    )
    limits: dict[str, Any] = {"rounds": rounds}
    if seconds is not None:
        limits["seconds"] = max(seconds, _LEAST)
    if finer == 1 and training.is_on_tree:
        training.ground = strategy.ground
        training.take_up(0, 0, 0, 0.0)
    elif finer == 1 and sizes is None:
        _begin_as(training, strategy)
    if training.run(**limits, threads=threads, progress=lambda _, left: progress(left)):
        raise KeyboardInterrupt
    return training


def learn_reply(strategy: Trained, **wanted: Any) -> Trained:
    """The reply to a strategy that is learned in some rounds or seconds (`learn`)."""
    return greedy(strategy_of(learn(strategy, **wanted)))


def won_on_tree(training: Training, seed: int, deals: int, bound: float) -> Result:
    """The winnings of a reply on unseen deals, played on the tree that it learned on.

    It follows the strategy wherever no alternative gained more than `bound` units in total.
    Thousands of times as many hands as by asking both for every move: every deal has six hands,
    of which pairs meet, and is played `_TIMES` times from each seat. The error counts deals.
    """
    started = time.monotonic()
    won = np.asarray(training.won(seed, deals, _TIMES, bound * unit_of(training.game)))
    return Result(
        deals=deals,
        hands=deals * _TIMES * training.players,
        mean=float(won.mean()),
        stderr=float(won.std(ddof=1)) / math.sqrt(deals),
        seconds=time.monotonic() - started,
        signature=f"{zlib.crc32(np.ascontiguousarray(won).tobytes()):08x}",
    )


def _begin_as(training: Training, strategy: Trained) -> None:
    """Begin with the strategy itself, which wins 0 from itself, and leave it where that pays."""
    keys, total = tables.as_read(np.array(strategy.table.keys)), np.asarray(strategy.table.total)
    whole = total.sum(axis=1, keepdims=True, dtype=np.float64)
    regret = np.zeros((len(keys), slots_of(strategy.abstraction)))
    bound = _BOUND * strategy.game.unit
    regret[:, : total.shape[1]] = bound * total / np.where(whole > 0.0, whole, 1.0)
    training.table = tables.Table(keys, regret, np.zeros(regret.shape))
    training.ground = strategy.ground
    training.take_up(0, 0, 0, 0.0)


def greedy(reply: Trained) -> Trained:
    """The reply that always takes the action with the highest gain: no opponent adapts to it.

    Where nothing has, it plays as where nothing was learned.
    """
    keys, regret, _ = tables.rows_of(reply.table)
    learned = regret.max(axis=1, initial=0.0) > 0.0
    keys, regret = keys[learned], regret[learned]
    best = np.zeros(regret.shape)
    best[np.arange(len(best)), regret.argmax(axis=1)] = 1.0
    return replace(reply, table=tables.filled(keys, regret, best))
