"""Positions as text, for games whose values are found by more than sampling, and their methods."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sidepot.engine.game import Game
from sidepot.engine.memory import Memory, only
from sidepot.errors import NoOdds
from sidepot.games import registry
from sidepot.kernel import Records
from sidepot.odds.casino import position as casino
from sidepot.odds.position import Position
from sidepot.odds.result import Findings
from sidepot.odds.ricochet import position as ricochet


@dataclass(frozen=True, slots=True)
class Analyzer:
    """The methods of one game: make a concealed record of a position, and analyze such a record.

    `analyze` returns None where it knows nothing better than sampling.
    """

    view_of: Callable[[Game, Position], Records]
    analyze: Callable[..., Findings | None]
    """`(game, view, *, patiently)`: if `patiently`, it may take longer than a second or two."""


ANALYZERS: Mapping[type[Any], Analyzer] = {
    casino.Casino: Analyzer(casino.view_of, casino.analyze),
    ricochet.Ricochet: Analyzer(ricochet.view_of, ricochet.analyze),
}
"""The games that have more than sampling, by the type of their record."""


def read_position(
    game: Game, hands: str, *, dead: str = "", pot: int | None = None, dealt_in: int | None = None
) -> Memory:
    """A position given as text, `7c 2d / Ks Kd`, one hand a seat, for `analyze`.

    Raises `NoOdds` for a game without an entry in `ANALYZERS`, `BadCards`, and `BadPosition` for a
    position that the rules cannot reach.
    """
    analyzer = _analyzer_of(game)
    position = Position.read(hands, dead=dead, pot=pot, dealt_in=dealt_in)
    return only(game, analyzer.view_of(game, position))


def _analyzer_of(game: Game) -> Analyzer:
    """The analyzer of a game. Raises `NoOdds` where it has none."""
    if game.record not in ANALYZERS:
        known = [other.name for other in registry().values() if other.record in ANALYZERS]
        raise NoOdds("error.no_odds", game=game.name, games=known)
    return ANALYZERS[game.record]
