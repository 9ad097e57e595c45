"""What are my chances: in a position that somebody tells, or in one of a hand in play.

`of` looks into a concealed record of any game, and `view_of` makes one from a told position. What is
known of a game beyond sampling is an entry of `ANALYZERS`.
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
from sidepot.odds import sampling
from sidepot.odds.casino import position as casino
from sidepot.odds.position import Position
from sidepot.odds.result import ActionValues, Analysis, Odds
from sidepot.odds.ricochet import position as ricochet
from sidepot.odds.sampling import Policy, Progress
from sidepot.rules import chips
from sidepot.rules.seats import NOBODY
from sidepot.words import Message

__all__ = ["ANALYZERS", "Analyzer", "Odds", "Position", "of", "view_of"]

PRECISION = 0.02
"""Chips: the standard error at which sampling ends."""


@dataclass(frozen=True, slots=True)
class Analyzer:
    """How to seat a told position of a game in a concealed record, and to look into such records.

    `into` gives None for what it does not know better than sampling.
    """

    view_of: Callable[[Game, Position], Records]
    analyze: Callable[..., Analysis | None]
    """`(game, view, *, patiently)`: with patience it may take longer than a second or two."""


ANALYZERS: Mapping[type[Any], Analyzer] = {
    casino.Casino: Analyzer(casino.view_of, casino.analyze),
    ricochet.Ricochet: Analyzer(ricochet.view_of, ricochet.analyze),
}
"""The games, by their record, of which more is known."""


def view_of(game: Game, position: Position) -> Records:
    """A concealed record with a told position in it.

    Raises `BadPosition` for what the rules do not bring about, `NoOdds` for a game whose positions
    cannot be told.
    """
    if game.record not in ANALYZERS:
        known = [other.name for other in registry().values() if other.record in ANALYZERS]
        raise NoOdds("error.no_odds", game=game.name, games=known)
    return ANALYZERS[game.record].view_of(game, position)


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
    """What each choice of the player to act is worth, from his concealed record (`Hand.view`).

    Where that is not known, hands are played on by the compiled policy `rollout`, as in
    `sampled.until`: up to a standard error of `precision` chips, for some `seconds`, or until
    Ctrl-C. If not `patiently`, an exact answer that takes long is not looked for. Raises
    `BadPosition` when nobody is to act.
    """
    s = kernel.fields(view)
    if s.seats.actor == NOBODY:
        raise BadPosition("error.position_over")
    analyzer = ANALYZERS.get(game.record)
    analysis = (analyzer and analyzer.analyze(game, view, patiently=patiently)) or Analysis()
    values = analysis.values or _sampled(
        sampling.sample_until(
            game,
            view,
            rollout=rollout,
            seed=seed,
            precision=precision,
            seconds=seconds,
            progress=progress,
        )
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


def _sampled(values: list[sampling.Value]) -> ActionValues:
    return ActionValues(
        ev={str(value.action): value.mean for value in values},
        method="sampled",
        stderr=max(value.stderr for value in values),
    )
