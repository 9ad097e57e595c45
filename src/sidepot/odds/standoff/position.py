"""The value of each choice in a position of Standoff, against rivals who play the equilibrium.

All boards that may come are counted; the rivals' final hands are drawn from the distribution of
the board (`levels`), as if their cards did not depend on the own ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sidepot.kernel import Array, compiled, readable
from sidepot.odds.standoff import tree
from sidepot.odds.standoff.boards import free_of
from sidepot.odds.standoff.levels import levels, standard
from sidepot.odds.standoff.tree import MASKS


@dataclass(frozen=True)
class Value:
    """The mean payoff in antes of keeping all cards, or of throwing one."""

    card: int | None
    """The code of the card that is thrown."""
    worth: float


def choices(
    held: Sequence[int], thrown: Sequence[int], board: Sequence[int], players: int
) -> list[Value]:
    """The values of keeping all and of throwing each card, by card codes, before the next card."""
    known, own = standard(), readable(np.array([*held, *thrown], np.int64))
    free = free_of(own, known.deck)
    at = readable(np.array([list(free).index(card) for card in board], np.int64))
    kept = (1 << len(held)) - 1
    worth = np.zeros(MASKS)
    _value(own, free, at, kept, levels(players), known.number, players, worth)
    keep = Value(None, float(worth[kept]))
    return [keep, *(Value(card, float(worth[kept & ~(1 << k)])) for k, card in enumerate(held))]


@compiled
def _value(
    own: Array,
    free: Array,
    known: Array,
    kept: int,
    levels: Array,
    number: Array,
    players: int,
    value: Array,
) -> None:
    """Write the payoff of each mask before the next card."""
    n = len(free)
    worth = np.zeros((MASKS, n * (n - 1) * (n - 2) // 6))
    tree.fill(own, free, known, kept, levels, number, players, worth)
    if len(known) == 2:
        tree.last(worth, n, known[0], known[1], value)
    elif len(known) == 1:
        tree.middle(worth, n, known[0], np.zeros((MASKS, n), np.int64), value)
    else:
        second = np.zeros((MASKS, n), np.int64)
        tree.first(worth, n, second, np.zeros((n, MASKS, n), np.int64), value)
