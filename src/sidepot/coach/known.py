"""The strategy that is known for a game: that of a file which is offered, or one that ships."""

from __future__ import annotations

from sidepot import kernel
from sidepot.engine.game import Game
from sidepot.kernel import Records
from sidepot.learn import experts, offers
from sidepot.learn.strategy import Strategy


def strategy_for(game: Game, view: Records) -> Strategy | None:
    """The strategy for a game with its options and the players of a record, or None.

    It is the one for the nearest number of players; of those that ship, one that knows enough.
    """
    players = dealt_in(game, view)
    return offers.find(game, players) or (
        None if is_partly_known(game, view) else experts.find(game, players)
    )


def is_partly_known(game: Game, view: Records) -> bool:
    """Whether what ships for a game leaves most turns to a rule of thumb.

    The rule takes too long to be asked in every sample, and without it values have no sense: who
    checks in Poker Roulette would lose more than who folds.
    """
    found = experts.find(game, dealt_in(game, view))
    return (
        found is not None and bool(found.abstraction.otherwise) and not found.abstraction.is_apart
    )


def dealt_in(game: Game, view: Records) -> int:
    """The number of players of a record."""
    return int(kernel.fields(view).seats.n) - game.banked
