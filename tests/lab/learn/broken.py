"""Learners that are wrong on purpose, each in one place; exact values must tell."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sidepot.engine.game import Game
from sidepot.kernel import Array, Random, below, compiled
from sidepot.lab.learn.traversal import Method


@compiled
def loss(value: float, mean: float, reach: float) -> float:
    """Regret with the wrong sign."""
    return reach * (mean - value)


@compiled
def unweighted(value: float, mean: float, reach: float) -> float:
    """Regret that counts the same however unlikely it is that the others come to that turn."""
    return value - mean


@compiled
def pick_evenly(shares: Array, row: int, n: int, rng: Random) -> int:
    """Any slot: the others are sampled as they do not play, which is the same mistake."""
    return below(rng, n)


@compiled
def conceal_nothing(view: Any, seat: int) -> None:
    """Leave everything where all can see it."""


WRONG_SIGN = Method(gain=loss)
UNWEIGHTED = Method(gain=unweighted)
EVENLY_SAMPLED = Method(pick=pick_evenly)


def peeking(game: Game) -> Game:
    """The game as a learner sees it that peeks."""
    return replace(game, verbs=game.verbs._replace(conceal=conceal_nothing))
