"""A sensible player of Ricochet: buy what pays by the odds, for a fair share of the pot."""

import numpy as np

from sidepot.games.ricochet import Ricochet, redeal, step
from sidepot.kernel import Random, Records, compiled
from sidepot.rules import actions, chips, seats
from sidepot.rules.actions import BUY, FOLD, Menu
from sidepot.rules.upcards import COMPLETE

__all__ = ["Ricochet", "share"]

SAMPLES = 400
"""Random deals by which the chances to escape are judged: a standard error of at most .025."""
SHARE = 1.5
"""Of the pot, over the players still in: what escaping once is worth on the way to winning it."""


@compiled
def share(views: Records, menu: Menu, rng: Random) -> int:
    """Buy the k cards with the best P(escape within k) (pot + price k) share - price k, or fold.

    The share of the pot is min(1, 1.5 / players left), and all of it against one complete hand.
    Chances are sampled: the unseen cards are dealt at random and the rules say what happens.
    """
    most = menu.highest[menu.n - 1]
    within = escapes(views, most, rng)
    view = views[0]
    price, pot = view.options.card_price, chips.pot(view.chips, view.seats)
    best, best_value = actions.encode(FOLD, 0), 0.0
    for k in range(1, most + 1):
        chance = within[k] / SAMPLES
        value = chance * (pot + k * price) * part_of_pot(view) - k * price
        if value > best_value:
            best, best_value = actions.encode(BUY, k), value
    return best


@compiled
def escapes(views: Records, most: int, rng: Random) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """In how many of `SAMPLES` deals the player to act is live after buying k cards, for every k.

    A buy stops at the first card that helps, so buying the most shows what each smaller buy does.
    """
    seat = views[0].seats.actor
    held = views[0].up.size[seat]
    within = np.zeros(COMPLETE + 1, np.int64)
    for _ in range(SAMPLES):
        views[1] = views[0]
        redeal(views[1], rng)
        step(views[1], actions.encode(BUY, most))
        if views[1].seats.live[seat]:
            for k in range(views[1].up.size[seat] - held, most + 1):
                within[k] += 1
    return within


@compiled
def part_of_pot(view: Ricochet) -> float:
    """What part of the pot a player who escapes may count on."""
    live = seats.count(view.seats)
    if live == 2 and rival_is_complete(view):
        return 1.0
    return min(1.0, SHARE / live)


@compiled
def rival_is_complete(view: Ricochet) -> bool:
    """Has the highest other live hand five cards?"""
    for p in range(view.seats.n):
        if p != view.seats.actor and view.seats.live[p] and view.up.size[p] == COMPLETE:
            return True
    return False
