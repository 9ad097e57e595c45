"""The regular bot of Ricochet: buys by the chance to escape, for a fair share of the pot."""

from sidepot.games.ricochet import Ricochet
from sidepot.kernel import Random, Records, compiled
from sidepot.odds.ricochet.escape import escape
from sidepot.rules import actions, chips, seats
from sidepot.rules.actions import BUY, FOLD, Menu
from sidepot.rules.upcards import COMPLETE

__all__ = ["Ricochet", "share"]

SHARE = 1.4
"""The value of escaping once, as a part of the pot, is this over the number of live players."""


@compiled
def share(views: Records, menu: Menu, rng: Random) -> int:
    """Buy the k cards with the best P(escape within k) (pot + price k) share - price k, or fold.

    The share of the pot is min(1, 1.4 / players left), and all of it against one complete hand.
    """
    view, within = views[0], escape(views[0])
    price, pot = view.options.card_price, chips.pot(view.chips, view.seats)
    best, best_value = actions.encode(FOLD, 0), 0.0
    for k in range(1, menu.highest[menu.n - 1] + 1):
        value = within[k] * (pot + k * price) * part_of_pot(view) - k * price
        if value > best_value:
            best, best_value = actions.encode(BUY, k), value
    return best


@compiled
def part_of_pot(view: Ricochet) -> float:
    """The part of the pot that a player who escapes may count on."""
    live = seats.count(view.seats)
    if live == 2 and rival_is_complete(view):
        return 1.0
    return min(1.0, SHARE / live)


@compiled
def rival_is_complete(view: Ricochet) -> bool:
    """Has another live hand five cards?"""
    for p in range(view.seats.n):
        if p != view.seats.actor and view.seats.live[p] and view.up.size[p] == COMPLETE:
            return True
    return False
