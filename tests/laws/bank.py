"""Games with a bank that are wrong on purpose: casino Ricochet with one verb changed."""

from dataclasses import replace
from typing import Any

import sidepot
from sidepot.games import ricochet_casino as casino
from sidepot.games.ricochet_casino import Casino
from sidepot.kernel import compiled
from sidepot.rules import actions
from sidepot.rules.actions import FOLD
from sidepot.rules.seats import NOBODY
from tests.laws.broken import Broken

CASINO = sidepot.game("ricochet-casino", side_limit=0)


@compiled
def step_loses_a_chip_of_the_bank(s: Casino, action: int) -> None:
    """The bank pays one chip too many, to nobody."""
    casino.step(s, action)
    if s.seats.actor == NOBODY:
        s.chips.stack[casino.bank(s)] -= 1


@compiled
def step_pays_the_bonus_twice(s: Casino, action: int) -> None:
    """Pays the player's bonus a second time, from nobody."""
    p = s.seats.actor
    casino.step(s, action)
    s.chips.stack[p] += casino.bonus_for(s, s.up.strength[p])


@compiled
def step_asks_the_bank(s: Casino, action: int) -> None:
    """As long as it is in, every other turn is the bank's; it can only fold."""
    house = casino.bank(s)
    casino.step(s, actions.encode(FOLD, 0) if s.seats.actor == house else action)
    if s.seats.actor != NOBODY and s.seats.live[house]:
        s.seats.actor = house


def broken(law: str, says: str, step: Any) -> Broken:
    """Casino Ricochet with another step."""
    verbs = CASINO.verbs._replace(step=step)
    return Broken(law, says, replace(CASINO, name=step.__name__, verbs=verbs))


BANKS = [
    broken("chips", "chips", step_loses_a_chip_of_the_bank),
    broken("chips", "chips", step_pays_the_bonus_twice),
    broken("every action", "actor_bank", step_asks_the_bank),
]
