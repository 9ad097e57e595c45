"""What the learner must be told of a game: which turns it tells apart, and how a hand is played on.

Every game has a default; a game says what it knows better in `_OWN`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sidepot.bots import OWN as REGULAR
from sidepot.bots import QUICK, Policy
from sidepot.engine.game import Game
from sidepot.games.high_noon import HighNoon
from sidepot.kernel import Random, Records, compiled
from sidepot.rules import actions
from sidepot.rules.actions import FOLD, STAYING, Menu

_SIZES = (33, 100, 250)
"""The bets that are learned besides the highest, in hundredths of the pot after a call."""
_BUCKETS = 24


@compiled
def _cards_dealt(view: Any) -> int:
    """The usual round of a hand: how many cards have left the deck."""
    dealt: int = view.deck.top
    return dealt


@compiled
def _none(view: Any) -> bool:
    """No turn is left to the rule: all are learned."""
    return False


@compiled
def _stay_in(views: Records, menu: Menu, rng: Random) -> int:
    """Stay at the least price where there is one; otherwise anything but to fold, at random."""
    for row in range(menu.n):
        if menu.kind[row] in STAYING:
            return actions.encode(menu.kind[row], menu.lowest[row])
    for _ in range(actions.ROWS):
        action: int = actions.any_of(menu, rng)
        if actions.kind(action) != FOLD:
            return action
    return actions.any_of(menu, rng)


@dataclass(frozen=True)
class Abstraction:
    """How positions are lumped into information sets.

    `round`: given a concealed record, which round of the hand it is, as any number; `play_on`: the
    policy by which a redealt hand goes on to its end, to see what it is worth; `by_rule`: whether a
    turn is played by that policy and not learned; in play `rule` has these turns, if there is one,
    which may take longer. These four are compiled. `sizes`: the bets of a
    range, in hundredths of the pot; `buckets`: how many kinds of hands are told apart in a round.
    `is_exact`: every concealed record is a set of its own, with every amount, as small games want.
    """

    round: Callable[[Any], int] = _cards_dealt
    play_on: Policy = _stay_in
    by_rule: Callable[[Any], bool] = _none
    rule: Policy | None = None
    sizes: Sequence[int] = field(default=_SIZES)
    buckets: int = _BUCKETS
    is_exact: bool = False


@compiled
def _is_discarding(view: HighNoon) -> bool:
    """High Noon: discards are made by the rule of thumb."""
    return bool(view.discarding)


@compiled
def _points(view: HighNoon) -> int:
    """High Noon: the community cards that are up."""
    return view.point


_OWN: Mapping[Any, Abstraction] = {
    HighNoon: Abstraction(
        round=_points, play_on=QUICK[HighNoon], by_rule=_is_discarding, rule=REGULAR[HighNoon]
    ),
}
"""What games say themselves, by their record."""
EXACT = Abstraction(is_exact=True)


def abstraction_of(game: Game) -> Abstraction:
    """The abstraction of a game: its own, or the usual one."""
    return _OWN.get(game.record) or Abstraction(play_on=QUICK.get(game.record, _stay_in))
