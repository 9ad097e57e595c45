"""Trained bots for a room: the strategies of files, the nearest by the number of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sidepot import kernel
from sidepot.bots import registered
from sidepot.bots.bot import Bot
from sidepot.bots.trained import files
from sidepot.bots.trained.strategy import Trained
from sidepot.engine.action import Action
from sidepot.engine.game import Game
from sidepot.errors import BadLearned
from sidepot.kernel import Records


def offer_files(paths: Sequence[Path]) -> None:
    """Offer the bots of these files in this process, as the strength `bots.TRAINED`.

    Raises `BadLearned` for a file that does not fit, or two for the same game, options and players.
    """
    for path in paths:
        strategy = files.load(path)
        known = _offered.setdefault(strategy.game.name, [])
        if any(_is_same(strategy, other) for other in known):
            raise BadLearned("learn.again", game=strategy.game.name, n=strategy.players)
        if not known:
            registered.offer(strategy.game, _trained_bot)
        known.append(strategy)


_offered: dict[str, list[Trained]] = {}
"""The strategies that are offered, by the name of the game."""


def _trained_bot(game: Game) -> Bot | None:
    """The bot of the strategies for a game with just these options, or None."""
    return _TrainedBot(game, found) if (found := _fitting(game)) else None


def find(game: Game, players: int) -> Trained | None:
    """The strategy that is offered for a game with just these options, or None.

    It is the one for the nearest number of players.
    """
    found = _fitting(game)
    return _nearest(found, players) if found else None


def _fitting(game: Game) -> tuple[Trained, ...]:
    """The strategies that are offered for a game with just these options."""
    return tuple(s for s in _offered.get(game.name, []) if s.game.numbers == game.numbers)


def _nearest(found: Sequence[Trained], players: int) -> Trained:
    """The strategy for the nearest number of players, the smaller of two."""
    return min(found, key=lambda s: (abs(s.players - players), s.players))


def withdraw() -> None:
    """Offer none any more."""
    registered.withdraw()
    _offered.clear()


def _is_same(one: Trained, other: Trained) -> bool:
    return (one.game.numbers, one.players) == (other.game.numbers, other.players)


@dataclass(frozen=True)
class _TrainedBot(Bot):
    """Plays the strategy for as many players as are dealt in, or for the nearest number."""

    game: Game
    strategies: tuple[Trained, ...]

    def choose(self, view: Records, rngs: Records) -> Action:
        """See `Bot`."""
        dealt = int(kernel.fields(view).seats.n) - self.game.banked
        return _nearest(self.strategies, dealt).choose(view, rngs)
