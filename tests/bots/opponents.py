"""Players with one fault each, for the regular one to beat."""

from sidepot.bots.equity import call_down
from sidepot.bots.high_noon import discard_by_rule, regular
from sidepot.kernel import Random, Records, inlined
from sidepot.rules import actions
from sidepot.rules.actions import KEEP, Menu, any_of


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
