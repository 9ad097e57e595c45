"""Stacks at a table whose chips are real: deep, since nobody counts them here."""

from sidepot.engine import setup
from sidepot.engine.game import Game

_DEEP = 1000
"""The stack of everybody, as a multiple of the largest price."""


def deep_stack(game: Game) -> int:
    """The chips with which everybody begins each hand, so that nobody runs out."""
    return _DEEP * setup.largest_price(game)
