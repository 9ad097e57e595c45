"""What are my chances: from a position that somebody tells, or sampled through the verbs.

`at` knows the games whose positions can be looked into; a game more is an entry of `LOOKS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sidepot.errors import NoOdds
from sidepot.games import registry
from sidepot.games.game import Game
from sidepot.odds import casino_position
from sidepot.odds.position import Look, Odds, Position

__all__ = ["LOOKS", "Look", "Odds", "Position", "at"]

LOOKS: Mapping[type[Any], Look] = {casino_position.Casino: casino_position.look}
"""How to look into a position, by the record of the game."""


def at(game: Game, position: Position) -> Odds:
    """The odds of a position. Raises `NoOdds` for a game without, `BadPosition`."""
    if game.record not in LOOKS:
        known = [other.name for other in registry().values() if other.record in LOOKS]
        raise NoOdds("error.no_odds", game=game.name, games=known)
    return LOOKS[game.record](game, position)
