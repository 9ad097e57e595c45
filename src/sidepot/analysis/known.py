"""The known strategy of a game: a file's that was registered, or a shipped one."""

from __future__ import annotations

from sidepot import kernel
from sidepot.bots.trained import experts, offers
from sidepot.bots.trained.strategy import Strategy
from sidepot.engine.game import Game
from sidepot.kernel import Records


def strategy_for(game: Game, view: Records) -> Strategy | None:
    """The strategy for a game with its options and the players of a record, or None.

    It is the one for the nearest number of players.
    """
    players = dealt_in(game, view)
    return offers.find(game, players) or experts.find(game, players)


def dealt_in(game: Game, view: Records) -> int:
    """The number of players of a record."""
    return int(kernel.fields(view).seats.n) - game.banked
