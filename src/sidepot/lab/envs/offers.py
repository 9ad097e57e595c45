"""The kinds of action that a game's menu may offer, as numbers for learners."""

from __future__ import annotations

from sidepot.engine.game import Game
from sidepot.engine.kinds import kinds_of
from sidepot.rules import actions

__all__ = ["kinds_of", "picks", "places_in"]

_MOST_PLACES = 10
"""The most places of which sets have slots."""


def picks(game: Game) -> bool:
    """Whether an action of the game picks a card by its place."""
    return any(kind in actions.PICKED for kind in kinds_of(game))


def places_in(game: Game) -> int:
    """The most cards from which a set can be picked: those that a hand has room for."""
    layout = game.layout()
    has_hole = "hole" in (layout.names or ())
    room = layout["hole"]["card"].shape[-1] if has_hole else game.reach
    return min(int(room), _MOST_PLACES)
