"""What are my chances: in a position that somebody tells, or in one of a hand in play.

`of` looks into a concealed record of any game, and `seated` makes one from a told position. What is
known of a game beyond sampling is an entry of `LOOKS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sidepot import kernel
from sidepot.errors import BadPosition, NoOdds
from sidepot.games import registry
from sidepot.games.game import Game
from sidepot.kernel import Fields, Records
from sidepot.odds import casino_position, chances, ricochet_position, sampled
from sidepot.odds.found import Chances, Insight, Odds, Worth
from sidepot.odds.position import Position
from sidepot.odds.sampled import Policy, Progress
from sidepot.rules import chips
from sidepot.rules.seats import NOBODY
from sidepot.words import Message

__all__ = ["LOOKS", "Look", "Odds", "Position", "of", "seated", "told"]

PRECISION = 0.02
"""Chips: the standard error at which sampling ends."""


@dataclass(frozen=True, slots=True)
class Look:
    """How to seat a told position of a game in a concealed record, and to look into such records.

    `into` gives None for what it does not know better than sampling.
    """

    seat: Callable[[Game, Position], Records]
    into: Callable[..., Insight | None]
    """`(game, view, *, patiently)`: with patience it may take longer than a second or two."""


LOOKS: Mapping[type[Any], Look] = {
    casino_position.Casino: Look(casino_position.seated, casino_position.look),
    ricochet_position.Ricochet: Look(ricochet_position.seated, ricochet_position.look),
}
"""The games, by their record, of which more is known."""


def seated(game: Game, position: Position) -> Records:
    """A concealed record with a told position in it.

    Raises `BadPosition` for what the rules do not bring about, `NoOdds` for a game whose positions
    cannot be told.
    """
    return _look_of(game).seat(game, position)


def told(
    game: Game, hands: str, *, dead: str = "", pot: int | None = None, dealt_in: int | None = None
) -> Records:
    """`seated` for a position behind texts, which are read only if the game's can be told.

    Raises `NoOdds`, `BadPosition` and `BadCards`.
    """
    look = _look_of(game)
    return look.seat(game, Position.read(hands, dead=dead, pot=pot, dealt_in=dealt_in))


def _look_of(game: Game) -> Look:
    """What is known of a game. Raises `NoOdds` where nothing is."""
    if game.record not in LOOKS:
        known = [other.name for other in registry().values() if other.record in LOOKS]
        raise NoOdds("error.no_odds", game=game.name, games=known)
    return LOOKS[game.record]


def of(
    game: Game,
    view: Records,
    *,
    rollout: Policy,
    seed: int = 0,
    precision: float = PRECISION,
    seconds: float | None = None,
    patiently: bool = True,
    progress: Progress = sampled.in_silence,
) -> Odds:
    """What each choice of the player to act is worth, from his concealed record (`Hand.view`).

    Where that is not known, hands are played on by the compiled policy `rollout`, as in
    `sampled.until`: up to a standard error of `precision` chips, for some `seconds`, or until
    Ctrl-C. In games with betting that gives chances to win, and no values: see `chances`. If not
    `patiently`, an exact answer that takes long is not looked for. Raises `BadPosition` when nobody
    is to act.
    """
    s = kernel.fields(view)
    if s.seats.actor == NOBODY:
        raise BadPosition("error.position_over")
    look = LOOKS.get(game.record)
    insight = (look and look.into(game, view, patiently=patiently)) or Insight()
    worth = insight.worth or _played_on(
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
        {"to_act": player, "pot": pot, **insight.facts, **worth.facts},
        (_turn(player, insight.hand, pot), *insight.sentences, *worth.sentences),
    )


def _pot(s: Fields) -> int:
    return int(chips.pot(s.chips, s.seats))


def _turn(player: str, hand: Message | None, pot: int) -> Message:
    if hand is None:
        return Message("odds.to_act", {"player": player, "pot": pot})
    return Message("odds.turn", {"player": player, "hand": hand, "pot": pot})


def _played_on(game: Game, view: Records, **how: Any) -> Worth | Chances:
    """What random deals tell: values, or where players bet no more than chances."""
    if game.record not in LOOKS and chances.is_betting(game):
        return chances.look(game, view, **how)
    values = sampled.until(game, view, **how)
    return Worth(
        ev={str(value.action): value.mean for value in values},
        method="sampled",
        stderr=max(value.stderr for value in values),
    )
