"""Strategies for tests: those that ship, or where there is none small ones, trained in seconds."""

from __future__ import annotations

import functools
from typing import Any

import sidepot
from sidepot.bots.trained import experts
from sidepot.bots.trained.strategy import Trained
from sidepot.lab.learn.checkpoints import strategy_of
from sidepot.lab.learn.training import Training

ROUNDS = 25
"""Rounds of training: enough to fold what loses and raise what wins."""


def shipped(name: str, players: int) -> bool:
    """Whether a strategy ships for a game and just this number of players."""
    return players in experts.learned_for(sidepot.game(name))


@functools.cache
def strategy(name: str, players: int, **options: Any) -> Trained:
    """A strategy for a game and a number of players."""
    game = sidepot.game(name, **options)
    return experts.find(game, players) or trained(name, players, tuple(options.items()))


@functools.cache
def trained(name: str, players: int, options: tuple[tuple[str, Any], ...]) -> Trained:
    """A small strategy, trained here."""
    game = sidepot.game(name, **dict(options))
    training = Training(game, players, stacks=(20 * game.unit, 100 * game.unit), seed=1)
    training.run(rounds=ROUNDS)
    return strategy_of(training)
