"""The kinds of action that a game's menu may offer, as numbers for learners."""

from __future__ import annotations

from sidepot.engine.acts import places_in
from sidepot.engine.game import Game
from sidepot.engine.kinds import kinds_of
from sidepot.rules import actions

__all__ = ["kinds_of", "picks", "places_in"]


def picks(game: Game) -> bool:
    """Whether an action of the game picks a card by its place."""
    return any(kind in actions.PICKED for kind in kinds_of(game))
