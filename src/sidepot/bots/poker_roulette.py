"""The regular bot of Poker Roulette, and a tight one.

They bet and fold by the equity of their stockpile on random deals of the unseen cards, and lay a
card of the stockpile if that brings more on those deals than declining.
"""

import math

import numpy as np

from sidepot.bots import equity
from sidepot.games.poker_roulette import LAYING, POKER_ROULETTE, PokerRoulette
from sidepot.kernel import Array, Random, Records, compiled, inlined
from sidepot.odds.sampling import Policy, action_sampler
from sidepot.rules import actions
from sidepot.rules.actions import DECLINE, LAY, Menu

__all__ = ["BELIEF", "PokerRoulette", "by_stockpile", "play_on", "regular", "tight"]

SAMPLES = equity.DEALS
"""Random deals for each choice; cards to lay are tried on the same deals."""
LAID = 15
"""The most cards that are tried: the first ones of the stockpile."""
DISCOUNT = 0.35
"""The discount of equity for a bet (`equity`); less than elsewhere, as all cards but one are
face up.

With .2 the bot wins 14 chips a hand from four who bet at random, no-limit; with .35 it wins 7, with
.5 it wins 5. But .2 loses 1.5 a hand to three with .9, and .35 loses .8, within the error.
"""
BELIEF = 0.9, 1.0
"""The same of who believes bets, but six times the pot no more than the pot: who always bets that
would win .7 antes a hand. It wins .5 +- .3 a hand from two `regular` in fixed limit, and .3 +- .3
from three in no-limit; and less than they from who bets on anything.
"""


@compiled
def play_on(views: Records, menu: Menu, rng: Random) -> int:
    """The rollout policy: nobody bets, nobody lays a card."""
    if views[0].stage == LAYING:
        return actions.encode(DECLINE, 0)
    return equity.call_down(views, menu, rng)


sample = action_sampler(POKER_ROULETTE.verbs, play_on)


def by_stockpile(discount: float, most: float = math.inf) -> Policy:
    """A policy that lays what brings most on random deals, and bets by `equity`.

    `discount` is added to the exponent of equity for each pot-sized bet, of which `most` count.
    """

    @inlined
    def by_stockpile(views: Records, menu: Menu, rng: Random) -> int:
        raises = equity.raise_range(menu)
        chosen = np.zeros(1 + LAID, np.int64)
        sums = np.zeros((1 + LAID, 2), np.float64)
        n = list_candidates(views, menu, rng, chosen)
        sample(views, menu, rng, SAMPLES, chosen[:n], sums)
        if views[0].stage == LAYING:
            return equity.best_action(chosen[:n], sums)
        pressure = min(equity.bets_faced(views[0], views[0].seats.actor, 0), most)
        exponent = 1.0 + discount * pressure
        return equity.bet_by_equity(views, sums[0, 0] / SAMPLES, chosen[0], raises, exponent)

    return by_stockpile


@compiled
def list_candidates(views: Records, menu: Menu, rng: Random, chosen: Array) -> int:
    """Write the actions to try: lay each card and decline, or stay in; returns their number."""
    chosen[0] = play_on(views, menu, rng)
    if views[0].stage != LAYING:
        return 1
    size: int = min(views[0].piles.size[views[0].seats.actor], LAID)
    for k in range(size):
        chosen[1 + k] = actions.encode(LAY, k)
    return 1 + size


regular = by_stockpile(DISCOUNT)
"""The policy of the regular bot."""
tight = by_stockpile(*BELIEF)
"""The expert's policy where it has learned nothing, or too little."""
