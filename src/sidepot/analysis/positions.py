"""Positions as text, for games whose values are found by more than sampling, and their methods."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sidepot.analysis.dealt_positions import deal
from sidepot.engine.game import Game
from sidepot.engine.memory import Memory, only
from sidepot.errors import BadPosition
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
    game: Game,
    hands: str,
    *,
    dead: str = "",
    pot: int | None = None,
    dealt_in: int | None = None,
    board: str = "",
    after: str = "",
    stacks: int | Sequence[int] | None = None,
) -> Memory:
    """A position given as text, one hand a seat, for `analyze`.

    With an entry in `ANALYZERS` all hands are told, `7c 2d / Ks Kd`, with `dead`, `pot` and
    `dealt_in`. In other games one is, `AsKs / * / Jh 9c 2d`, with the `board`, the actions so far
    (`after`, "call, raise to 6"; behind them all stay in) and `stacks`; where a pot is carried on,
    `pot` are the chips that the hand before has left; a bank's hand comes after those of the
    players. Raises `BadCards`, `BadRange`, `BadSetup`, `IllegalAction`, and `BadPosition` for a
    position that the rules cannot reach.
    """
    analyzer = ANALYZERS.get(game.record)
    if analyzer is None:
        if dead or dealt_in is not None or (pot is not None and not game.keeps_pot):
            raise BadPosition("error.position_closed", game=game.name)
        return deal(game, hands, board=board, after=after, stacks=stacks, pot=pot)
    if board or after or stacks is not None:
        raise BadPosition("error.position_open", game=game.name)
    position = Position.read(hands, dead=dead, pot=pot, dealt_in=dealt_in)
    return only(game, analyzer.view_of(game, position))
