"""Players with one fault each, for the regular one to beat."""

import functools

from sidepot.bots import Policy
from sidepot.bots.equity import call_down, raise_range
from sidepot.bots.high_noon import discard_by_rule, regular
from sidepot.kernel import Random, Records, inlined
from sidepot.rules import actions, chips
from sidepot.rules.actions import CHECK, FOLD, KEEP, Menu, any_of


@inlined
def station(views: Records, menu: Menu, rng: Random) -> int:
    """Never folds and never bets; discards by the rule of thumb."""
    if views[0].discarding:
        return discard_by_rule(views[0])
    return call_down(views, menu, rng)


@inlined
def stubborn(views: Records, menu: Menu, rng: Random) -> int:
    """Never discards; bets like the regular one."""
    if views[0].discarding:
        return actions.encode(KEEP, 0)
    return regular(views, menu, rng)


@inlined
def careless(views: Records, menu: Menu, rng: Random) -> int:
    """Discards anything, or nothing; bets like the regular one."""
    if views[0].discarding:
        return any_of(menu, rng)
    return regular(views, menu, rng)


@functools.cache
def bets_once(pots: int) -> Policy:
    """Bets so many pots at its first turn with anything, and then gives up."""

    @inlined
    def choose(views: Records, menu: Menu, rng: Random) -> int:
        view, passive = views[0], call_down(views, menu, rng)
        seat = view.seats.actor
        kind, lowest, highest = raise_range(menu)
        if kind != FOLD and not view.seats.acted[seat] and view.betting.past == 0:
            owed = view.betting.to - view.betting.bet[seat]
            level = view.betting.to + pots * (chips.pot(view.chips, view.seats) + owed)
            return actions.encode(kind, min(max(level, lowest), highest))
        return passive if actions.kind(passive) == CHECK else actions.encode(FOLD, 0)

    return choose
