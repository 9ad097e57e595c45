"""The odds of a position: the value of each choice of the player to act.

`of` evaluates a concealed record of any game; `view_of` makes such a record from a position that
was typed in. Games with better methods than sampling are listed in `ANALYZERS`.

Shared by all games: `sampling`, `result`, `position`. By game: `ricochet`, `casino`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sidepot import kernel
from sidepot.engine.game import Game
from sidepot.errors import BadPosition, NoOdds
from sidepot.games import registry
from sidepot.kernel import Fields, Records
from sidepot.odds import chances, sampling
from sidepot.odds.casino import position as casino
from sidepot.odds.position import Position
from sidepot.odds.result import ActionValues, Analysis, Chances, Odds
from sidepot.odds.ricochet import position as ricochet
from sidepot.odds.sampling import Policy, Progress
from sidepot.rules import chips
from sidepot.rules.seats import NOBODY
from sidepot.words import Message

__all__ = ["ANALYZERS", "Analyzer", "Odds", "Position", "of", "read_position", "view_of"]

PRECISION = 0.02
"""The standard error at which sampling ends, in chips."""


@dataclass(frozen=True, slots=True)
class Analyzer:
    """The methods of one game: make a concealed record of a position, and analyze such a record.

    `analyze` returns None where it knows nothing better than sampling.
    """

    view_of: Callable[[Game, Position], Records]
    analyze: Callable[..., Analysis | None]
    """`(game, view, *, patiently)`: if `patiently`, it may take longer than a second or two."""


ANALYZERS: Mapping[type[Any], Analyzer] = {
    casino.Casino: Analyzer(casino.view_of, casino.analyze),
    ricochet.Ricochet: Analyzer(ricochet.view_of, ricochet.analyze),
}
"""The games that have more than sampling, by the type of their record."""


def view_of(game: Game, position: Position) -> Records:
    """A concealed record that holds a given position.

    Raises `BadPosition` for a position that the rules cannot reach, `NoOdds` for a game without an
    entry in `ANALYZERS`.
    """
    return _analyzer_of(game).view_of(game, position)


def read_position(
    game: Game, hands: str, *, dead: str = "", pot: int | None = None, dealt_in: int | None = None
) -> Records:
    """`view_of` for a position given as text, which is read only if the game has an analyzer.

    Raises `NoOdds`, `BadPosition` and `BadCards`.
    """
    analyzer = _analyzer_of(game)
    position = Position.read(hands, dead=dead, pot=pot, dealt_in=dealt_in)
    return analyzer.view_of(game, position)


def _analyzer_of(game: Game) -> Analyzer:
    """The analyzer of a game. Raises `NoOdds` where it has none."""
    if game.record not in ANALYZERS:
        known = [other.name for other in registry().values() if other.record in ANALYZERS]
        raise NoOdds("error.no_odds", game=game.name, games=known)
    return ANALYZERS[game.record]


def of(
    game: Game,
    view: Records,
    *,
    rollout: Policy,
    seed: int = 0,
    precision: float = PRECISION,
    seconds: float | None = None,
    patiently: bool = True,
    progress: Progress = sampling.no_progress,
) -> Odds:
    """The value of each choice of the player to act, from their concealed record (`Hand.record`).

    Values are net chips from now on. Where the game's own analysis gives none, they are sampled:
    the compiled policy `rollout` plays hands to the end (`sampling.sample_until`) until every
    standard error is at most `precision` chips, for at most `seconds`, or until Ctrl-C. In games
    with betting that gives chances to win, and no values: see `chances`. If not
    `patiently`, an exact answer that takes long is not computed. Raises `BadPosition` when nobody
    is to act.
    """
    s = kernel.fields(view)
    if s.seats.actor == NOBODY:
        raise BadPosition("error.position_over")
    analyzer = ANALYZERS.get(game.record)
    analysis = (analyzer and analyzer.analyze(game, view, patiently=patiently)) or Analysis()
    values = analysis.values or _played_on(
        game,
        view,
        rollout=rollout,
        seed=seed,
        precision=precision,
        seconds=seconds,
        progress=progress,
    )
    player, pot = f"p{s.seats.actor + 1}", _pot(s)
    return Odds(
        {"to_act": player, "pot": pot, **analysis.facts, **values.facts},
        (_turn(player, analysis.hand, pot), *analysis.sentences, *values.sentences),
    )


def _pot(s: Fields) -> int:
    return int(chips.pot(s.chips, s.seats))


def _turn(player: str, hand: Message | None, pot: int) -> Message:
    if hand is None:
        return Message("odds.to_act", {"player": player, "pot": pot})
    return Message("odds.turn", {"player": player, "hand": hand, "pot": pot})


def _played_on(game: Game, view: Records, **how: Any) -> ActionValues | Chances:
    """The result of random deals: values, or chances alone in a game with betting."""
    if game.record not in ANALYZERS and chances.is_betting(game):
        return chances.sample(game, view, **how)
    values = sampling.sample_until(game, view, **how)
    return ActionValues(
        ev={str(value.action): value.mean for value in values},
        method="sampled",
        stderr=max(value.stderr for value in values),
    )
