"""The players who are measured, by name: strengths of bots, strategies, and simple opponents."""

from __future__ import annotations

import zlib
from collections.abc import Mapping

import numpy as np

from sidepot import bots
from sidepot.bots.trained import experts
from sidepot.bots.trained.strategy import Trained
from sidepot.engine.game import Game
from sidepot.errors import UnknownBot
from sidepot.lab.strength import gallery
from sidepot.lab.strength.playing import Player

EXPERT, REGULAR, BEGINNER, RANDOM = "expert", "regular", "beginner", "random"
LEVELS = (BEGINNER, REGULAR, EXPERT)
"""The levels for people, from the weakest."""


def strategy_for(
    game: Game, players: int, own: Mapping[int, Trained] | None = None
) -> Trained | None:
    """The strategy measured as the expert: the given one, or the shipped one; or None."""
    return (own or {}).get(players) or experts.find(game, players)


def player(game: Game, name: str, players: int, own: Mapping[int, Trained] | None = None) -> Player:
    """The player of a name at a table of so many. Raises `UnknownBot`."""
    if name in gallery.HABITS or name == gallery.ALWAYS_FOLDS:
        return gallery.policy_of(game, name)
    strategy = strategy_for(game, players, own) if name == EXPERT else None
    if strategy is not None:
        return strategy
    legal = bots.strengths_of(game)
    if name not in legal:
        raise UnknownBot("error.bot", bot=name, legal=list(legal))
    return bots.policy_of(game, name) if bots.has_policy(game, name) else bots.find(game, name)


def known(game: Game, name: str, players: int, own: Mapping[int, Trained] | None = None) -> bool:
    """Whether there is a player of a name."""
    try:
        player(game, name, players, own)
    except UnknownBot:
        return False
    return True


def identity(game: Game, name: str, players: int, own: Mapping[int, Trained] | None = None) -> str:
    """A hash of what a player has learned; empty for one that has learned nothing."""
    strategy = strategy_for(game, players, own) if name == EXPERT else None
    if strategy is None:
        return ""
    crc = 0
    for numbers in (strategy.table.keys, strategy.table.total):
        crc = zlib.crc32(np.ascontiguousarray(numbers).tobytes(), crc)
    return f"{crc:08x}"
