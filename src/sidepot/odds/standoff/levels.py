"""The distributions of rivals' final hands that ship, for two to nine players.

`make knowledge ARGS="--only standoff"` makes the file.
"""

from __future__ import annotations

import functools
from importlib import resources

import numpy as np

from sidepot import cards
from sidepot.kernel import Array, readable
from sidepot.odds.standoff.boards import Boards, boards

FILE = "levels.npz"


@functools.cache
def standard() -> Boards:
    """The boards of a whole deck."""
    return boards(cards.deck())


@functools.cache
def levels(players: int) -> Array:
    """The distribution among a number of players, by kind of board."""
    with resources.files("sidepot.odds.standoff").joinpath(FILE).open("rb") as file:
        stored = np.load(file, allow_pickle=False)
        return readable(stored[f"players{players}"].astype(np.int64))
